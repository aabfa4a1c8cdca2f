//! [`BoneClip`]: the part of a clip that moves one bone.

use std::sync::Arc;

use rigmill_format::KeyFrameSequenceView;

use super::Clip;
use crate::content::AnimationSequence;

/// The part of a shared clip that moves one bone.
#[derive(Clone, Debug)]
pub struct BoneClip(Part);

#[derive(Clone, Debug)]
enum Part {
    Sequence { clip: Arc<AnimationSequence>, sequence: usize },
    Bone { clip: Clip, bone: usize },
}

impl BoneClip {
    /// The sequence at index `sequence` of `clip`. `None` if the clip has no such sequence.
    #[must_use]
    pub fn new(clip: &Arc<AnimationSequence>, sequence: usize) -> Option<Self> {
        clip.view().sequence(sequence)?;
        Some(Self(Part::Sequence { clip: Arc::clone(clip), sequence }))
    }

    /// The sequence of `clip` that moves `bone`, if it has one.
    #[must_use]
    pub fn find(clip: &Arc<AnimationSequence>, bone: &str) -> Option<Self> {
        Self::new(clip, clip.view().find(bone)?)
    }

    /// The part of a clip that moves one bone, for clips that are sampled as whole poses.
    pub(crate) fn of_pose(clip: &Clip, bone: usize) -> Self {
        Self(Part::Bone { clip: clip.clone(), bone })
    }

    /// The duration in seconds.
    #[inline]
    #[must_use]
    pub fn duration(&self) -> f32 {
        match &self.0 {
            Part::Sequence { .. } => self.keys().map_or(0.0, |keys| keys.duration()),
            Part::Bone { clip, .. } => clip.duration(),
        }
    }

    /// The bone's own keys. `None` if the clip is sampled as whole poses.
    #[inline]
    pub(crate) fn keys(&self) -> Option<KeyFrameSequenceView<'_>> {
        match &self.0 {
            Part::Sequence { clip, sequence } => clip.view().sequence(*sequence),
            Part::Bone { .. } => None,
        }
    }

    /// The clip and the bone number, if the clip is sampled as whole poses.
    #[inline]
    pub(crate) fn of_whole_pose(&self) -> Option<(&Clip, usize)> {
        match &self.0 {
            Part::Sequence { .. } => None,
            Part::Bone { clip, bone } => Some((clip, *bone)),
        }
    }
}
