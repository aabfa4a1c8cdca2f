//! Finds the root's path in an [`AnimationSequence`].

use rigmill_format::{AnimationSequence, KeyFrameSequence, MotionInterpolation, RigidTransform, RootPose, Skeleton};
use rigmill_math::quaternion::normalize;
use rigmill_pipeline::{Diagnostic, ProcessContext};

use super::root::{Above, Root, RootName};
use super::ticks;
use super::track::RootPath;
use crate::codes;
use crate::report::{Result, similar_name};

/// The duration of a motion.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lasts {
    /// The duration of the root's own sequence.
    AsRoot,
    /// The duration of the clip. If the root's sequence ends earlier, it holds its last key.
    AsClip,
}

/// Returns the bone with this name, or the first bone if the name is empty. The skeleton's root axis is above the bone.
pub(super) fn root(
    clip: &AnimationSequence,
    RootName { bone: root, setting }: RootName<'_>,
    lasts: Lasts,
    skeleton: Option<&Skeleton>,
    ctx: &mut ProcessContext<'_>,
) -> Result<Root> {
    let found = clip.sequences.iter().find(|sequence| root.is_empty() || sequence.bone_name == root);
    let sequence = found.ok_or_else(|| {
        let bones = clip.sequences.iter().map(|sequence| sequence.bone_name.as_str());
        let help = similar_name(root, bones, "choose a bone that the clip moves");
        let diagnostic = Diagnostic::error(codes::MOTION_ROOT, format!("the clip does not move a bone named {root:?}"));
        ctx.fail(setting.cause(diagnostic.help(help)))
    })?;
    let axis = skeleton.map_or(RigidTransform::IDENTITY.rotation, |it| normalize(it.root_axis.map(f64::from)));
    Ok(Root {
        path: path(sequence, seconds(sequence, clip, lasts), axis),
        above: Above { rotation: axis, ..Above::NONE },
    })
}

/// Returns the duration as the source states it. If only rounding separates the clip's duration from the root's own, returns
/// the root's own.
fn seconds(sequence: &KeyFrameSequence, clip: &AnimationSequence, lasts: Lasts) -> f64 {
    let [own, whole] = [sequence.duration, clip.duration].map(f64::from);
    let agree = whole <= 0.0 || ticks::alike(ticks::of_seconds(own), ticks::of_seconds(whole));
    if own > 0.0 && (lasts == Lasts::AsRoot || agree) { own } else { whole }
}

/// Returns the path of a bone for a duration of `seconds`, below a root axis.
fn path(sequence: &KeyFrameSequence, seconds: f64, axis: [f64; 4]) -> RootPath {
    let count = usize::try_from(sequence.key_count).unwrap_or(0).max(1);
    let times = times(sequence, count);
    let last = times.last().copied().unwrap_or(0);
    let duration = duration(ticks::of_seconds(seconds), last, sequence);
    let keys: Vec<_> = times.into_iter().enumerate().map(|(key, time)| (time, pose(sequence, key, axis))).collect();
    RootPath::new(&sequence.bone_name, MotionInterpolation::Linear, duration, &keys, false)
}

fn times(sequence: &KeyFrameSequence, count: usize) -> Vec<u64> {
    if sequence.has_time {
        return sequence.time.iter().map(|time| ticks::of_seconds(f64::from(*time))).collect();
    }
    let interval = ticks::interval(f64::from(sequence.key_interval));
    (0..count).map(|key| if key == 0 { 0 } else { ticks::of_seconds(interval * key as f64) }).collect()
}

/// Returns the duration before it was rounded: the time of the last key, or a whole number of intervals.
fn duration(stated: u64, last_key: u64, sequence: &KeyFrameSequence) -> u64 {
    if stated == 0 || ticks::alike(stated, last_key) {
        return last_key;
    }
    let interval = ticks::interval(f64::from(sequence.key_interval));
    let own = f64::from(sequence.duration);
    let whole = ticks::of_seconds((own / interval).round() * interval);
    if !sequence.has_time && ticks::alike(stated, whole) { whole } else { stated }
}

fn pose(sequence: &KeyFrameSequence, key: usize, axis: [f64; 4]) -> RootPose {
    let translation = channel(sequence.has_translation, &sequence.translation, key);
    let rotation = channel(sequence.has_rotation, &sequence.rotation, key);
    let scale = channel(sequence.has_scale, &sequence.scale, key);
    let pose = RigidTransform {
        translation: translation.map_or([0.0; 3], |translation| translation.map(f64::from)),
        rotation: rotation.map_or(RigidTransform::IDENTITY.rotation, |rotation| rotation.map(f64::from)),
    };
    let axis = RigidTransform { rotation: axis, ..RigidTransform::IDENTITY };
    RootPose { pose: axis.then(&pose), scale: scale.map_or([1.0; 3], |scale| scale.map(f64::from)) }
}

/// Returns a key of a channel. A fixed channel has a single key.
fn channel<const N: usize>(has: bool, keys: &[[f32; N]], key: usize) -> Option<[f32; N]> {
    let found = keys.get(key).or_else(|| keys.first());
    found.copied().filter(|_| has)
}
