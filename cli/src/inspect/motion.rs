//! Motions as JSON.

use rigmill_format::motion::TICKS_PER_SECOND;
use rigmill_format::{ContentType, MotionView, RigidTransform};
use serde::Serialize;

use crate::output::object::object;

pub(super) fn motion(version: u16, motion: MotionView<'_>) -> impl Serialize {
    let key = |(index, (&tick, key)): (usize, (&u64, &RigidTransform))| {
        let slope = motion.slopes().get(index).map(|slope| pose(slope, motion.scale_slopes().get(index)));
        let scale = motion.scales().get(index).copied();
        object! {
            time: seconds(tick),
            tick: tick,
            translation: key.translation,
            rotation: key.rotation;
            scale: scale,
            slope: slope,
        }
    };
    object! {
        r#type: ContentType::Motion.name(),
        content_version: version,
        bone: motion.bone(),
        duration: seconds(motion.duration()),
        duration_ticks: motion.duration(),
        loops: motion.loops(),
        interpolation: motion.interpolation().name(),
        quantum: motion.quantum(),
        start: pose(&motion.start(), None),
        whole_loop: pose(&motion.whole_loop(), motion.scales().last()),
        keys: motion.times().iter().zip(motion.poses()).enumerate().map(key).collect::<Vec<_>>(),
    }
}

fn pose(pose: &RigidTransform, scale: Option<&[f64; 3]>) -> impl Serialize + use<> {
    object! { translation: pose.translation, rotation: pose.rotation; scale: scale.copied() }
}

pub(super) fn seconds(ticks: u64) -> f64 {
    ticks as f64 / TICKS_PER_SECOND as f64
}
