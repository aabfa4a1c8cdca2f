//! The systems for playback: they compute the poses of all crowds in parallel, then write the bones' transforms, then report
//! root motion and events.

use bevy_ecs::prelude::*;
use bevy_tasks::ComputeTaskPool;
use bevy_time::Time;
use bevy_transform::components::Transform;
use tracing::error;

use super::crowd::RigCrowds;
use super::joints::RigJoint;
use super::root_motion::RigRootMotion;
use crate::animation::turned;
use crate::convert;
use crate::event::RigEvent;

/// The minimum number of characters per task.
const FEWEST: usize = 32;

/// Advances all players by the frame's time, and computes their poses.
pub(crate) fn advance(time: Res<Time>, mut crowds: ResMut<RigCrowds>) {
    let dt = time.delta_secs();
    let pool = ComputeTaskPool::get();
    pool.scope(|scope| {
        for crowd in &mut crowds.crowds {
            let (len, blocks) = (crowd.crowd.len(), crowd.crowd.rig().blocks());
            // More tasks than threads, so that no thread runs out of work early.
            let tasks = (4 * pool.thread_num()).min(len / FEWEST).max(1);
            let mut poses = &mut crowd.poses[..];
            for mut chunk in crowd.crowd.chunks(tasks) {
                let own = poses.split_off_mut(..chunk.len() * blocks).unwrap_or_default();
                scope.spawn(async move {
                    let done = chunk.update_poses(dt, |character, pose| {
                        own[character * blocks..][..blocks].copy_from_slice(pose);
                    });
                    if let Err(error) = done {
                        error!("{error}");
                    }
                });
            }
        }
    });
}

/// Writes the poses to the transforms of the bone entities. A bone that did not move is not marked as changed.
pub(crate) fn write_joints(crowds: Res<RigCrowds>, mut joints: Query<(&RigJoint, &mut Transform)>) {
    joints.par_iter_mut().for_each(|(joint, mut transform)| {
        let Some(crowd) = crowds.crowds.get(joint.crowd as usize) else { return };
        let bone = joint.bone as usize;
        let block = joint.row as usize * crowd.crowd.rig().blocks() + bone / 8;
        let (Some(block), Some(axis)) = (crowd.poses.get(block), crowd.axes.get(bone)) else { return };
        transform.set_if_neq(turned(convert::transform(&block.transform(bone)), *axis));
    });
}

/// Reports root motion and events.
pub(crate) fn report(
    crowds: Res<RigCrowds>,
    mut moving: Query<(Entity, &mut RigRootMotion, &mut Transform), Without<RigJoint>>,
    mut events: MessageWriter<RigEvent>,
) {
    for (entity, mut motion, mut place) in &mut moving {
        let Some(seat) = crowds.seats.get(&entity) else { continue };
        let crowd = &crowds.crowds[seat.crowd];
        if !crowd.moves {
            continue;
        }
        motion.delta = convert::rigid(&crowd.crowd.movement(seat.character));
        if motion.applies && motion.delta != Transform::IDENTITY {
            *place = place.mul_transform(motion.delta);
        }
    }
    for crowd in &crowds.crowds {
        for (layer, name) in &crowd.event_layers {
            for (row, character) in crowd.rows.iter().zip(crowd.crowd.characters()) {
                let played = crowd.crowd.events(*character, *layer);
                events.write_batch(played.map(|played| RigEvent::played(row.entity, name, &played)));
            }
        }
    }
}
