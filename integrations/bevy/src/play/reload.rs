//! Reloads content during playback: rebuilds the crowd and resumes the action of each layer at its time.

use std::collections::HashSet;

use bevy_asset::{AssetEvent, Assets};
use bevy_ecs::prelude::*;
use rigmill_runtime::characters::{ActionError, Character};
use tracing::{error, info};

use super::crowd::{LayerState, RigCrowd, RigCrowds, Row, made, mark};
use super::joints::RigSkeletonRoot;
use crate::assets::{RigActions, RigClip, RigSkeleton, loaded, modified};

type Changes<'w, 's> = (
    MessageReader<'w, 's, AssetEvent<RigActions>>,
    MessageReader<'w, 's, AssetEvent<RigSkeleton>>,
    MessageReader<'w, 's, AssetEvent<RigClip>>,
);

/// Rebuilds the crowds whose content has changed.
pub(crate) fn rebuild(
    mut commands: Commands,
    mut crowds: ResMut<RigCrowds>,
    (mut of_actions, mut of_skeletons, mut of_clips): Changes,
    (actions, skeletons, clips): (Res<Assets<RigActions>>, Res<Assets<RigSkeleton>>, Res<Assets<RigClip>>),
    roots: Query<&RigSkeletonRoot>,
) {
    // Edited actions may name clips that must be loaded first.
    let of_actions: HashSet<_> = of_actions.read().filter_map(loaded).collect();
    let of_skeletons: HashSet<_> = of_skeletons.read().filter_map(modified).collect();
    let of_clips: HashSet<_> = of_clips.read().filter_map(modified).collect();
    if of_actions.is_empty() && of_skeletons.is_empty() && of_clips.is_empty() {
        return;
    }
    crowds.failed.clear();
    let crowds = &mut *crowds;
    for (number, crowd) in crowds.crowds.iter_mut().enumerate() {
        let Some(set) = actions.get(crowd.id) else { continue };
        let is_changed = of_actions.contains(&crowd.id)
            || of_skeletons.contains(&set.skeleton.id())
            || set.clips.iter().any(|clip| of_clips.contains(&clip.id()));
        if !is_changed {
            continue;
        }
        // While content is missing, the old crowd continues.
        let Some(mut new) = made(crowd.id, set, &skeletons, &clips) else { continue };
        for (index, row) in std::mem::take(&mut crowd.rows).into_iter().enumerate() {
            let layers = layers_of(crowd, index, &row);
            let entity = row.entity;
            move_in(&mut new, row, &layers);
            let character = new.crowd.characters()[index];
            if let Some(seat) = crowds.seats.get_mut(&entity) {
                seat.character = character;
            }
            if let Ok(root) = roots.get(entity)
                && root.0 != set.skeleton
            {
                commands.entity(entity).insert(RigSkeletonRoot(set.skeleton.clone()));
            }
            mark(&mut commands, number, index, &new.rows[index].joints);
        }
        *crowd = new;
        info!("{} characters now use the reloaded content", crowd.rows.len());
    }
}

/// A layer of a character: its name, its settings, and the time in its clip.
struct LayerBefore {
    name: String,
    state: LayerState,
    time: Option<f32>,
}

fn layers_of(crowd: &RigCrowd, index: usize, row: &Row) -> Vec<LayerBefore> {
    let character = crowd.crowd.characters()[index];
    let set = crowd.actions.actions().view();
    let layers = set.layers().zip(&row.layers).enumerate();
    let layers = layers.map(|(number, (layer, state))| LayerBefore {
        name: layer.name().to_owned(),
        state: state.clone(),
        time: crowd.crowd.playing(character, number).map(|(_, time)| time),
    });
    layers.collect()
}

/// Adds a character of the old crowd to the new one.
fn move_in(new: &mut RigCrowd, row: Row, layers: &[LayerBefore]) {
    let character = new.add(row.entity, row.joints);
    let index = new.rows.len() - 1;
    for LayerBefore { name, state, time } in layers {
        // Layers and actions that were removed end.
        let Ok(number) = new.actions.layer(name) else { continue };
        if let Err(error) = resume(new, character, number, (name, state, *time)) {
            error!("{name}: {error}");
            continue;
        }
        new.rows[index].layers[number].clone_from(state);
    }
    // Intervals of any size are valid.
    let _ = new.crowd.set_update_interval(character, row.interval);
    new.rows[index].interval = row.interval;
    for maker in &row.pose_layers {
        new.add_pose_layer(character, maker);
    }
    new.rows[index].pose_layers = row.pose_layers;
}

fn resume(
    new: &mut RigCrowd,
    character: Character,
    number: usize,
    (name, state, time): (&str, &LayerState, Option<f32>),
) -> Result<(), ActionError> {
    if let Some(action) = &state.action {
        new.play(character, name, action, time)?;
    }
    if let Some(speed) = state.speed {
        new.crowd.set_speed(character, number, speed)?;
    }
    Ok(new.crowd.set_weight(character, number, state.weight)?)
}
