//! [`SourceClip`]: a clip with a local transform for each bone at each frame.

use rigmill_format::{FrameTimes, Transform};
use rigmill_math::quaternion::{multiply, normalize};

use super::affine::{Affine, half_way};
use super::error::CompressError;

/// A bone as compression sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourceBone {
    /// Its parent, which comes before it.
    pub parent: Option<usize>,
    /// Its local transform at bind.
    pub bind: Transform,
}

/// The input of compression.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceClip {
    /// The skeleton, parents first.
    pub bones: Vec<SourceBone>,
    /// Frames a second.
    pub frame_rate: f32,
    /// Local transforms: of every bone at the first frame, then at the next.
    pub locals: Vec<Transform>,
}

impl SourceClip {
    /// How many whole frames there are.
    #[must_use]
    pub fn frames(&self) -> usize {
        if self.bones.is_empty() { 0 } else { self.locals.len() / self.bones.len() }
    }

    /// The time of the last frame in seconds.
    #[must_use]
    pub fn duration(&self) -> f32 {
        FrameTimes::whole_duration(u32::try_from(self.frames()).unwrap_or(u32::MAX), self.frame_rate)
    }

    /// Refuses clips that cannot be compressed.
    pub(super) fn check(&self) -> Result<(), CompressError> {
        let ordered = |(bone, it): (usize, &SourceBone)| it.parent.is_none_or(|parent| parent < bone);
        let finite =
            |it: &Transform| it.translation.iter().chain(&it.rotation).chain(&it.scale).all(|value| value.is_finite());
        let fine = !self.bones.is_empty()
            && !self.locals.is_empty()
            && self.bones.len() <= usize::from(u16::MAX)
            && self.locals.len().is_multiple_of(self.bones.len())
            && u32::try_from(self.frames()).is_ok()
            && self.bones.iter().enumerate().all(ordered)
            && self.bones.iter().map(|bone| &bone.bind).chain(&self.locals).all(finite);
        if fine { Ok(()) } else { Err(CompressError::Source) }
    }

    /// The local transforms at a frame.
    pub(super) fn pose(&self, frame: usize) -> &[Transform] {
        &self.locals[frame * self.bones.len()..][..self.bones.len()]
    }
}

/// A clip's poses in model space, at frames and half way between them. Errors are measured against them.
pub(super) struct ReferencePoses {
    /// At frame 0, between 0 and 1, at frame 1, and so on.
    pub(super) models: Vec<Affine>,
    /// Rotations in model space, at frames.
    pub(super) rotations: Vec<[f32; 4]>,
}

impl ReferencePoses {
    pub(super) fn of(clip: &SourceClip) -> Self {
        let bones = clip.bones.len();
        let mut reference = Self { models: Vec::new(), rotations: Vec::new() };
        let mut middle = vec![Transform::IDENTITY; bones];
        for frame in 0..clip.frames() {
            if frame > 0 {
                half_way_pose(clip.pose(frame - 1), clip.pose(frame), &mut middle);
                push_models(&clip.bones, &middle, &mut reference.models);
            }
            push_models(&clip.bones, clip.pose(frame), &mut reference.models);
            for (bone, local) in clip.bones.iter().zip(clip.pose(frame)) {
                let above = bone.parent.map(|parent| reference.rotations[frame * bones + parent]);
                reference
                    .rotations
                    .push(above.map_or(local.rotation, |above| normalize(multiply(above, local.rotation))));
            }
        }
        reference
    }
}

pub(super) fn half_way_pose(from: &[Transform], to: &[Transform], out: &mut [Transform]) {
    for ((from, to), out) in from.iter().zip(to).zip(out) {
        *out = half_way(from, to);
    }
}

/// Appends a pose in model space.
pub(super) fn push_models(bones: &[SourceBone], pose: &[Transform], models: &mut Vec<Affine>) {
    let first = models.len();
    for (bone, local) in bones.iter().zip(pose) {
        let local = Affine::of(local);
        models.push(bone.parent.map_or(local, |parent| models[first + parent].then(&local)));
    }
}
