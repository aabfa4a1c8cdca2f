//! [`ReferencePoses`]: what a clip should be in model space, at frames and between them.

use rigmill_format::Transform;
use rigmill_math::quaternion::{multiply, normalize};
use rigmill_math::to_f32;

use super::affine::Affine;
use super::reference::{ReferenceClip, SourceBone};
use super::source::SourceClip;

/// Between two frames poses are compared at seven times, an eighth of the interval apart.
const PARTS: u8 = 8;
/// At how many more times, those of keys, poses are compared between two frames.
const MOST_KEYS: usize = 8;
/// A key that is this close to another time of comparison, in frames, needs no comparison of its own.
const SAME_TIME: f64 = 1e-3;

/// At which moments between frames poses are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moments {
    /// Half way and at keys: a quick look.
    Few,
    /// At eighths and at keys: what a clip has to pass.
    All,
}

/// The poses of a reference in model space, at the frames of a clip and between them.
pub(super) struct ReferencePoses {
    /// At frames.
    pub(super) models: Vec<Affine>,
    /// Rotations in model space, at frames.
    pub(super) rotations: Vec<[f32; 4]>,
    /// For each interval between two frames, the first of its times of comparison.
    intervals: Vec<usize>,
    /// When poses are compared between frames: as fractions of intervals.
    fractions: Vec<f32>,
    /// Poses at these times.
    between: Vec<Affine>,
}

impl ReferencePoses {
    pub(super) fn of(clip: &SourceClip, reference: &dyn ReferenceClip) -> Self {
        let bones = clip.bones.len();
        let mut poses = Self {
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
        poses.push_between(clip, reference);
        poses
    }

    fn push_between(&mut self, clip: &SourceClip, reference: &dyn ReferenceClip) {
        let keys = reference.key_times();
        let mut pose = vec![Transform::IDENTITY; clip.bones.len()];
        for interval in 1..clip.frames() {
            self.intervals.push(self.fractions.len());
            let (from, to) = (clip.time(interval - 1), clip.time(interval));
            for fraction in fractions(&keys, from, to) {
                reference.pose_at(from + (to - from) * fraction, &mut pose);
                push_models(&clip.bones, &pose, &mut self.between);
                self.fractions.push(to_f32(fraction));
            }
        }
        self.intervals.push(self.fractions.len());
    }

    /// The times of comparison in an interval, as fractions of it, with their poses.
    pub(super) fn between(&self, interval: usize, moments: Moments) -> impl Iterator<Item = (f32, &[Affine])> {
        let bones = self.models.len() / self.intervals.len().max(1);
        let range = self.intervals[interval]..self.intervals[interval + 1];
        let (middle, keys) = (range.start + usize::from(PARTS) / 2 - 1, range.start + usize::from(PARTS) - 1);
        let wanted = move |at: &usize| moments == Moments::All || *at == middle || *at >= keys;
        range.filter(wanted).map(move |at| (self.fractions[at], &self.between[at * bones..][..bones]))
    }
}

/// When poses are compared between two frames, as fractions: at eighths, and at keys.
fn fractions(keys: &[f64], from: f64, to: f64) -> Vec<f64> {
    let mut fractions: Vec<f64> = (1..PARTS).map(|part| f64::from(part) / f64::from(PARTS)).collect();
    let first = keys.partition_point(|key| *key <= from);
    let inside = keys.get(first..).unwrap_or_default();
    let inside = &inside[..inside.partition_point(|key| *key < to)];
    for key in inside.iter().step_by(inside.len().div_ceil(MOST_KEYS).max(1)) {
        let fraction = (key - from) / (to - from);
        let eighths = fraction * f64::from(PARTS);
        if (eighths - eighths.round()).abs() > SAME_TIME * f64::from(PARTS) {
            fractions.push(fraction);
        }
    }
    fractions
}

/// Appends a pose in model space.
pub(super) fn push_models(bones: &[SourceBone], pose: &[Transform], models: &mut Vec<Affine>) {
    let first = models.len();
    for (bone, local) in bones.iter().zip(pose) {
        let local = Affine::of(local);
        models.push(bone.parent.map_or(local, |parent| models[first + parent].then(&local)));
    }
}
