//! [`SequenceTracks`]: key frames of single bones, bound to the bones of a skeleton.

use std::sync::Arc;

use rigmill_format::{PlayMode, SkeletonView};

use super::rules::standard;
use crate::blocks::PoseBlock;
use crate::content::AnimationSequence;
use crate::error::PlayError;

/// A clip of key frames, with the numbers of its bones in a skeleton.
#[derive(Debug)]
pub(super) struct SequenceTracks {
    pub(super) clip: Arc<AnimationSequence>,
    /// For each sequence, the bone that it moves. `None` if the skeleton has no such bone.
    pub(super) bones: Vec<Option<usize>>,
    /// The error for the first bone that the skeleton does not have.
    pub(super) missing: Option<PlayError>,
}

impl SequenceTracks {
    pub(super) fn new(clip: Arc<AnimationSequence>, skeleton: &SkeletonView<'_>) -> Self {
        let bones = clip.view().sequences().map(|sequence| skeleton.find(sequence.bone_name()));
        let bones: Vec<_> = bones.collect();
        let missing = bones.iter().position(Option::is_none).and_then(|sequence| clip.view().sequence(sequence));
        let missing = missing.map(|sequence| PlayError::unknown_bone(sequence.bone_name(), skeleton));
        Self { clip, bones, missing }
    }

    /// Writes the wanted blocks, which contain the rest pose at first. A sequence that is shorter than the clip holds its last
    /// pose.
    pub(super) fn sample(&self, time: f32, mode: PlayMode, wanted: &[bool], out: &mut [PoseBlock]) {
        for (sequence, bone) in self.clip.view().sequences().zip(&self.bones) {
            let Some(bone) = *bone else { continue };
            let block = bone / 8;
            let Some(out) = out.get_mut(block).filter(|_| wanted.get(block) != Some(&false)) else { continue };
            let index = standard::key_index(&sequence, time.min(sequence.duration()), mode);
            out.set(bone, &standard::key_frame(&sequence, &index).or(&out.transform(bone)));
        }
    }
}
