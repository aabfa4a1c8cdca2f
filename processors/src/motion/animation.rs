//! The root's path in an [`AnimationSource`].

use rigmill_dom::{AnimationSource, KeyFrameSource};
use rigmill_format::{MotionInterpolation, RigidTransform, RootPose};
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::ticks;
use super::track::RootPath;
use crate::codes;
use crate::report::{Result, similar_name};

/// The path of the bone called `root`; for an empty name, of the first one.
pub(super) fn path(source: &AnimationSource, root: &str, ctx: &mut ProcessContext<'_>) -> Result<RootPath> {
    let found = source.sequences.iter().find(|sequence| root.is_empty() || sequence.bone_name.value == root);
    let sequence = found.ok_or_else(|| {
        let bones = source.sequences.iter().map(|sequence| sequence.bone_name.value.as_str());
        let help = similar_name(root, bones, "name a bone that the clip moves");
        ctx.fail(Diagnostic::error(codes::MOTION_ROOT, format!("the clip moves no bone {root:?}")).help(help))
    })?;
    Ok(path_of(sequence, f64::from(source.duration.value)))
}

fn path_of(sequence: &KeyFrameSource, clip_duration: f64) -> RootPath {
    let count = usize::try_from(sequence.key_count.value).unwrap_or(0).max(1);
    let times = times(sequence, count);
    let last = times.last().copied().unwrap_or(0);
    let own = f64::from(sequence.duration.value);
    let stated = ticks::of_seconds(if own > 0.0 { own } else { clip_duration });
    let duration = duration(stated, last, sequence);
    let keys: Vec<_> = times.into_iter().enumerate().map(|(key, time)| (time, pose(sequence, key))).collect();
    RootPath::new(&sequence.bone_name.value, MotionInterpolation::Linear, duration, &keys, false)
}

fn times(sequence: &KeyFrameSource, count: usize) -> Vec<u64> {
    if sequence.has_time.value {
        return sequence.time.value.iter().map(|time| ticks::of_seconds(f64::from(*time))).collect();
    }
    let interval = ticks::interval(f64::from(sequence.key_interval.value));
    (0..count).map(|key| if key == 0 { 0 } else { ticks::of_seconds(interval * key as f64) }).collect()
}

/// The duration as it was before it was rounded: the time of the last key, or a whole number of intervals.
fn duration(stated: u64, last_key: u64, sequence: &KeyFrameSource) -> u64 {
    if stated == 0 || ticks::alike(stated, last_key) {
        return last_key;
    }
    let interval = ticks::interval(f64::from(sequence.key_interval.value));
    let seconds = f64::from(sequence.duration.value);
    let whole = ticks::of_seconds((seconds / interval).round() * interval);
    if !sequence.has_time.value && ticks::alike(stated, whole) { whole } else { stated }
}

fn pose(sequence: &KeyFrameSource, key: usize) -> RootPose {
    let translation = channel(sequence.has_translation.value, &sequence.translation.value, key);
    let rotation = channel(sequence.has_rotation.value, &sequence.rotation.value, key);
    let scale = channel(sequence.has_scale.value, &sequence.scale.value, key);
    let pose = RigidTransform {
        translation: translation.map_or([0.0; 3], |translation| translation.map(f64::from)),
        rotation: rotation.map_or(RigidTransform::IDENTITY.rotation, |rotation| rotation.map(f64::from)),
    };
    RootPose { pose, scale: scale.map_or([1.0; 3], |scale| scale.map(f64::from)) }
}

/// A key of a channel. A fixed channel has a single one.
fn channel<const N: usize>(has: bool, keys: &[[f32; N]], key: usize) -> Option<[f32; N]> {
    let found = keys.get(key).or_else(|| keys.first());
    found.copied().filter(|_| has)
}
