//! [`Poser`]: computes poses of a skeleton as the runtime does in a game.

use std::sync::Arc;

use rigmill_runtime::blocks::{CompressedScratch, PoseBlock, PoseToModelJob, Rig};
use rigmill_runtime::clips::{Clip, SampleJob};
use rigmill_runtime::content::{LoadError, Skeleton};
use rigmill_runtime::error::{JobError, PlayError};
use rigmill_runtime::{Content, Matrix, PlayMode, matrix};
use thiserror::Error;

/// A skeleton, a clip and the buffers of their jobs.
#[derive(Debug)]
pub(crate) struct Poser {
    rig: Rig,
    clip: Clip,
    scratch: CompressedScratch,
    pose: Vec<PoseBlock>,
    absolute: Vec<Matrix>,
}

/// Why a pose cannot be computed.
#[derive(Debug, Error)]
#[error(transparent)]
pub(crate) enum PoseError {
    Load(#[from] LoadError),
    Fit(#[from] PlayError),
    Job(#[from] JobError),
}

impl Poser {
    /// Loads a clip for a skeleton.
    pub(crate) fn load(content: &Content, skeleton: &str, clip: &str) -> Result<Self, PoseError> {
        let skeleton: Arc<Skeleton> = content.load(skeleton)?;
        let clip = Clip::load(content, clip, &skeleton.view())?;
        Self::new(&skeleton, clip)
    }

    /// Creates a poser for a clip that is already bound to a skeleton.
    pub(crate) fn new(skeleton: &Skeleton, clip: Clip) -> Result<Self, PoseError> {
        let rig = Rig::new(&skeleton.view());
        clip.check(rig.bones())?;
        let (pose, absolute) = (rig.bind().to_vec(), vec![matrix::IDENTITY; rig.bones()]);
        let scratch = CompressedScratch::new(rig.bones());
        Ok(Self { rig, clip, scratch, pose, absolute })
    }

    /// Returns the clip's duration in seconds.
    pub(crate) fn duration(&self) -> f32 {
        self.clip.duration()
    }

    /// Returns a matrix for each bone in model space, at a time in seconds.
    pub(crate) fn pose(&mut self, time: f32, mode: PlayMode) -> Result<&[Matrix], PoseError> {
        self.local(time, mode)?;
        let Self { rig, pose, absolute, .. } = self;
        PoseToModelJob { rig, pose, out: absolute }.run()?;
        Ok(absolute)
    }

    /// Returns the local transforms of the bones, at a time in seconds.
    pub(crate) fn local(&mut self, time: f32, mode: PlayMode) -> Result<&[PoseBlock], PoseError> {
        let Self { rig, clip, scratch, pose, .. } = self;
        SampleJob { clip, time, mode, rest: rig.bind(), wanted: &[], scratch, out: pose }.run()?;
        Ok(pose)
    }
}
