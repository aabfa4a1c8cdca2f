//! [`PoseClip`]: a clip that gives whole poses in blocks.

use std::sync::Arc;

use rigmill_format::PlayMode;

use super::SequenceClip;
use crate::blocks::prefetch::prefetch_uniform;
use crate::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock, UniformSampleJob};
use crate::content::{CompressedClip, UniformClip};
use crate::error::JobError;

/// A clip that gives the pose of a whole skeleton in blocks of eight bones.
#[derive(Clone, Debug)]
pub enum PoseClip {
    /// Keys in single precision.
    Uniform(Arc<UniformClip>),
    /// Quantized keys.
    Compressed(Arc<CompressedClip>),
    /// Key frames of single bones.
    Sequence(SequenceClip),
}

impl PoseClip {
    /// The number of bones of its skeleton.
    #[must_use]
    pub fn bones(&self) -> usize {
        match self {
            Self::Uniform(clip) => clip.view().bones(),
            Self::Compressed(clip) => clip.view().bones(),
            Self::Sequence(clip) => clip.bones(),
        }
    }

    /// Its duration in seconds.
    #[must_use]
    pub fn duration(&self) -> f32 {
        match self {
            Self::Uniform(clip) => clip.view().duration(),
            Self::Compressed(clip) => clip.view().duration(),
            Self::Sequence(clip) => clip.duration(),
        }
    }

    /// Loads what sampling at a time reads, if that is more than caches hold: uniform clips are many times larger than others.
    pub(super) fn prefetch(&self, time: f32) {
        if let Self::Uniform(clip) = self {
            prefetch_uniform(&clip.view(), time);
        }
    }

    /// Samples the pose at a time within the clip, in the wanted blocks.
    pub(super) fn sample(
        &self,
        time: f32,
        mode: PlayMode,
        bind: &[PoseBlock],
        wanted: &[bool],
        scratch: &mut CompressedScratch,
        out: &mut [PoseBlock],
    ) -> Result<(), JobError> {
        match self {
            Self::Uniform(clip) => UniformSampleJob { clip: clip.view(), time, wanted, out }.run(),
            Self::Compressed(clip) => CompressedSampleJob { clip: clip.view(), bind, scratch, time, wanted, out }.run(),
            Self::Sequence(clip) => {
                clip.sample(time, mode, bind, wanted, out);
                Ok(())
            }
        }
    }
}
