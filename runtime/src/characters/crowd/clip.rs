//! [`PoseClip`]: a clip that gives whole poses in blocks.

use std::sync::Arc;

use crate::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock, UniformSampleJob};
use crate::content::{CompressedClip, UniformClip};
use crate::error::JobError;

/// A clip that gives the pose of a whole skeleton in blocks of eight bones.
#[derive(Clone, Debug)]
pub enum PoseClip {
    /// Keys in single precision.
    Uniform(Arc<UniformClip>),
    /// Small whole numbers.
    Compressed(Arc<CompressedClip>),
}

impl PoseClip {
    /// Bones of the skeleton that the clip is for.
    #[must_use]
    pub fn bones(&self) -> usize {
        match self {
            Self::Uniform(clip) => clip.view().bones(),
            Self::Compressed(clip) => clip.view().bones(),
        }
    }

    /// Seconds that it lasts.
    #[must_use]
    pub fn duration(&self) -> f32 {
        match self {
            Self::Uniform(clip) => clip.view().duration(),
            Self::Compressed(clip) => clip.view().duration(),
        }
    }

    /// The pose at a time, at least in the blocks that are wanted.
    pub(super) fn sample(
        &self,
        time: f32,
        bind: &[PoseBlock],
        wanted: &[bool],
        scratch: &mut CompressedScratch,
        out: &mut [PoseBlock],
    ) -> Result<(), JobError> {
        match self {
            Self::Uniform(clip) => UniformSampleJob { clip: clip.view(), time, wanted, out }.run(),
            Self::Compressed(clip) => CompressedSampleJob { clip: clip.view(), bind, scratch, time, out }.run(),
        }
    }
}
