//! [`ReferencePoses`]: the correct poses of a clip in model space, at frames and between them.

use std::iter;

use rigmill_format::Transform;
use rigmill_math::quaternion::{multiply, normalize};

use super::affine::Affine;
use super::reference::{ReferenceClip, SourceBone};
use super::source::SourceClip;

/// Poses are compared at multiples of 1/16 of the interval between two frames (so at 15 times).
const PARTS: u8 = 16;
/// The maximum number of key times between two frames at which poses are also compared.
const MAX_KEYS: usize = 8;
/// The maximum number of bone transforms that a reference stores between frames. One key between two frames is always stored,
/// even if this exceeds the maximum.
const MAX_TRANSFORMS: usize = 2_097_152;
/// A key that is closer than this to another time of comparison, in frames, is not compared separately.
const SAME_TIME: f64 = 1e-7;

/// The times between frames at which poses are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moments {
    /// No times: only frames are compared.
    None,
    /// Half way between frames and at keys: a quick check.
    Few,
    /// At sixteenths and at keys: the complete check.
    All,
}

/// The poses of a reference in model space, at the frames of a clip and between them.
pub(super) struct ReferencePoses<'a> {
    clip: &'a SourceClip,
    reference: &'a dyn ReferenceClip,
    /// The poses at frames.
    pub(super) models: Vec<Affine>,
    /// The rotations in model space at frames.
    pub(super) rotations: Vec<[f32; 4]>,
    /// For each interval between two frames, the index of its first entry in `fractions`.
    intervals: Vec<usize>,
    /// The times of comparison of a quick check, as fractions of their intervals.
    fractions: Vec<f64>,
    /// The poses at these times.
    between: Vec<Affine>,
}

impl<'a> ReferencePoses<'a> {
    pub(super) fn new(clip: &'a SourceClip, reference: &'a dyn ReferenceClip, keys: &[f64]) -> Self {
        let bones = clip.bones.len();
        let mut poses = Self {
            clip,
            reference,
            models: Vec::new(),
            rotations: Vec::new(),
            intervals: Vec::new(),
            fractions: Vec::new(),
            between: Vec::new(),
        };
        for frame in 0..clip.frames() {
            push_models(&clip.bones, clip.pose(frame), &mut poses.models);
            for (bone, local) in clip.bones.iter().zip(clip.pose(frame)) {
                let above = bone.parent.map(|parent| poses.rotations[frame * bones + parent]);
                poses.rotations.push(above.map_or(local.rotation, |above| normalize(multiply(above, local.rotation))));
            }
        }
        poses.push_between(keys);
        poses
    }

    fn push_between(&mut self, keys: &[f64]) {
        let most_keys = (MAX_TRANSFORMS / self.clip.locals.len().max(1)).clamp(1, MAX_KEYS);
        let mut pose = vec![Transform::IDENTITY; self.clip.bones.len()];
        for interval in 1..self.clip.frames() {
            self.intervals.push(self.fractions.len());
            let (from, to) = (self.clip.time(interval - 1), self.clip.time(interval));
            for fraction in iter::once(0.5).chain(key_fractions(keys, from, to, most_keys)) {
                push_models_between(self.clip, self.reference, (interval - 1, fraction), &mut pose, &mut self.between);
                self.fractions.push(fraction);
            }
        }
        self.intervals.push(self.fractions.len());
    }

    /// Returns the times of a quick check in an interval, as fractions of the interval, with their poses.
    pub(super) fn few_between(&self, interval: usize) -> impl Iterator<Item = (f64, &[Affine])> {
        let bones = self.clip.bones.len();
        let range = self.intervals[interval]..self.intervals[interval + 1];
        range.map(move |at| (self.fractions[at], &self.between[at * bones..][..bones]))
    }

    /// Computes the pose at any other time in an interval. These poses are not stored, because each is needed only once or
    /// twice.
    pub(super) fn pose_between(
        &self,
        interval: usize,
        fraction: f64,
        pose: &mut [Transform],
        models: &mut Vec<Affine>,
    ) {
        models.clear();
        push_models_between(self.clip, self.reference, (interval, fraction), pose, models);
    }
}

/// Returns the times that only the complete check compares between two frames, as fractions.
pub(super) fn more_fractions() -> impl Iterator<Item = f64> {
    (1..PARTS).filter(|part| 2 * part != PARTS).map(|part| f64::from(part) / f64::from(PARTS))
}

/// Appends the reference's pose, in model space, at a fraction of an interval between frames.
pub(super) fn push_models_between(
    clip: &SourceClip,
    reference: &dyn ReferenceClip,
    (interval, fraction): (usize, f64),
    pose: &mut [Transform],
    models: &mut Vec<Affine>,
) {
    let (from, to) = (clip.time(interval), clip.time(interval + 1));
    reference.pose_at(from + (to - from) * fraction, pose);
    push_models(&clip.bones, pose, models);
}

/// Returns the keys between two frames as fractions: at most `most` keys, spread from the first to the last.
pub(super) fn key_fractions(keys: &[f64], from: f64, to: f64, most: usize) -> Vec<f64> {
    let first = keys.partition_point(|key| *key <= from);
    let inside = keys.get(first..).unwrap_or_default();
    let inside = &inside[..inside.partition_point(|key| *key < to)];
    let step = inside.len().div_ceil(most).max(1);
    let fractions = inside.iter().step_by(step).chain(inside.last()).map(|key| (key - from) / (to - from));
    let is_new = |fraction: &f64| {
        let sixteenths = fraction * f64::from(PARTS);
        (sixteenths - sixteenths.round()).abs() > SAME_TIME * f64::from(PARTS)
    };
    fractions.filter(is_new).collect()
}

/// Converts a pose to model space and appends it.
pub(super) fn push_models(bones: &[SourceBone], pose: &[Transform], models: &mut Vec<Affine>) {
    let first = models.len();
    for (bone, local) in bones.iter().zip(pose) {
        let local = Affine::new(local);
        models.push(bone.parent.map_or(local, |parent| models[first + parent].then(&local)));
    }
}
