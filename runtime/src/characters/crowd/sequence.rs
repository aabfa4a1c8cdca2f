//! [`SequenceClip`]: key frames of single bones as poses of a whole skeleton.

use std::sync::Arc;

use rigmill_format::{PlayMode, SkeletonView};

use crate::blocks::PoseBlock;
use crate::clips::rules::standard;
use crate::content::AnimationSequence;
use crate::error::PlayError;

/// A clip of key frames whose bones have been found in a skeleton.
///
/// Sampling finds the keys of each bone by itself, so it takes longer than that of uniform and compressed clips.
#[derive(Clone, Debug)]
pub struct SequenceClip {
    clip: Arc<AnimationSequence>,
    /// For each sequence the bone that it moves.
    moved: Arc<[usize]>,
    bones: usize,
}

impl SequenceClip {
    /// Finds the bones of a clip in a skeleton.
    ///
    /// # Errors
    /// The clip moves a bone that the skeleton does not have.
    pub fn new(clip: &Arc<AnimationSequence>, skeleton: &SkeletonView<'_>) -> Result<Self, PlayError> {
        let find = |bone: &str| skeleton.find(bone).ok_or_else(|| PlayError::UnknownBone { bone: bone.to_owned() });
        let moved = clip.view().sequences().map(|sequence| find(sequence.bone_name()));
        let moved = moved.collect::<Result<Vec<_>, _>>()?.into();
        Ok(Self { clip: Arc::clone(clip), moved, bones: skeleton.bones().len() })
    }

    pub(super) fn bones(&self) -> usize {
        self.bones
    }

    pub(super) fn duration(&self) -> f32 {
        self.clip.view().duration()
    }

    /// Samples the wanted blocks. A sequence that is shorter than the clip holds its last pose.
    pub(super) fn sample(&self, time: f32, mode: PlayMode, bind: &[PoseBlock], wanted: &[bool], out: &mut [PoseBlock]) {
        for ((out, bind), wanted) in out.iter_mut().zip(bind).zip(wanted) {
            if *wanted {
                *out = *bind;
            }
        }
        for (sequence, &bone) in self.clip.view().sequences().zip(self.moved.iter()) {
            let block = bone / 8;
            let (Some(true), Some(out)) = (wanted.get(block), out.get_mut(block)) else { continue };
            let index = standard::key_index(&sequence, time.min(sequence.duration()), mode);
            out.set(bone, &standard::key_frame(&sequence, &index).or(&out.transform(bone)));
        }
    }
}
