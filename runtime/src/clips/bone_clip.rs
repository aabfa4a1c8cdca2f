//! [`BoneClip`]: the part of a clip that moves one bone.

use std::sync::Arc;

use rigmill_format::PlayMode;

use super::{Clip, KeyFrame, PoseCache, Rules};
use crate::content::AnimationSequence;
use crate::error::PlayError;

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

    /// The parts of a clip of any type, each with the number of its bone. They end before the first bone that the skeleton does
    /// not have.
    pub(crate) fn parts(clip: &Clip) -> impl Iterator<Item = (usize, Self)> + '_ {
        let sequences = clip.sequence();
        let known = sequences.map_or(usize::MAX, |(_, bones)| bones.iter().take_while(|bone| bone.is_some()).count());
        let part = move |(number, bone): (usize, &usize)| match sequences {
            Some((clip, _)) => (*bone, Self(Part::Sequence { clip: Arc::clone(clip), sequence: number })),
            None => (*bone, Self(Part::Bone { clip: clip.clone(), bone: *bone })),
        };
        clip.moved_bones().iter().take(known).enumerate().map(part)
    }

    /// The duration in seconds.
    #[inline]
    #[must_use]
    pub fn duration(&self) -> f32 {
        match &self.0 {
            Part::Sequence { clip, sequence } => clip.view().sequence(*sequence).map_or(0.0, |keys| keys.duration()),
            Part::Bone { clip, .. } => clip.duration(),
        }
    }

    /// The bone's channels at a time. Clips that are sampled as whole poses need `poses`.
    ///
    /// # Errors
    /// Same as [`Rules::sample_key_frame`], or `poses` is missing.
    #[inline]
    pub(crate) fn sample(
        &self,
        rules: Rules,
        time: f32,
        mode: PlayMode,
        poses: Option<&mut PoseCache>,
    ) -> Result<KeyFrame, PlayError> {
        match &self.0 {
            Part::Sequence { clip, sequence } => {
                let view = clip.view();
                let keys = view.sequence(*sequence).ok_or(PlayError::InvalidOperation)?;
                rules.sample_key_frame(&keys, time, mode)
            }
            Part::Bone { clip, bone } => {
                let poses = poses.ok_or(PlayError::InvalidOperation)?;
                Ok(poses.transform(clip, *bone, time, mode).into())
            }
        }
    }
}
