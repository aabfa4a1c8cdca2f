//! Motions as JSON.

use rigmill_format::motion::TICKS_PER_SECOND;
use rigmill_format::{ContentType, MotionView, RigidTransform};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct MotionJson<'a> {
    r#type: &'static str,
    content_version: u16,
    bone: &'a str,
    /// Seconds.
    duration: f64,
    duration_ticks: u64,
    loops: bool,
    interpolation: &'static str,
    quantum: f64,
    start: PoseJson,
    whole_loop: PoseJson,
    keys: Vec<KeyJson>,
}

#[derive(Serialize)]
struct PoseJson {
    translation: [f64; 3],
    rotation: [f64; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<[f64; 3]>,
}

#[derive(Serialize)]
struct KeyJson {
    time: f64,
    tick: u64,
    #[serde(flatten)]
    pose: PoseJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    slope: Option<PoseJson>,
}

impl<'a> MotionJson<'a> {
    pub(super) fn of(content_version: u16, motion: MotionView<'a>) -> Self {
        let key = |(index, (tick, pose)): (usize, (&u64, &RigidTransform))| KeyJson {
            time: seconds(*tick),
            tick: *tick,
            pose: PoseJson::of(pose, motion.scales().get(index)),
            slope: motion.slopes().get(index).map(|slope| PoseJson::of(slope, motion.scale_slopes().get(index))),
        };
        Self {
            r#type: ContentType::Motion.name(),
            content_version,
            bone: motion.bone(),
            duration: seconds(motion.duration()),
            duration_ticks: motion.duration(),
            loops: motion.loops(),
            interpolation: motion.interpolation().name(),
            quantum: motion.quantum(),
            start: PoseJson::of(&motion.start(), None),
            whole_loop: PoseJson::of(&motion.whole_loop(), motion.scales().last()),
            keys: motion.times().iter().zip(motion.poses()).enumerate().map(key).collect(),
        }
    }
}

impl PoseJson {
    fn of(pose: &RigidTransform, scale: Option<&[f64; 3]>) -> Self {
        Self { translation: pose.translation, rotation: pose.rotation, scale: scale.copied() }
    }
}

pub(super) fn seconds(ticks: u64) -> f64 {
    ticks as f64 / TICKS_PER_SECOND as f64
}
