//! [`Poser`]: poses of a skeleton, as the runtime computes them for a game.

use rigmill_runtime::blocks::{CompressedScratch, PoseBlock, PoseToModelJob, Rig};
use rigmill_runtime::clips::{Clip, SampleJob};
use rigmill_runtime::content::Skeleton;
use rigmill_runtime::{Matrix, PlayMode, matrix};

use super::error::PoseError;

/// A skeleton, a clip and the buffers of their jobs.
#[derive(Debug)]
pub(crate) struct Poser {
    rig: Rig,
    clip: Clip,
    scratch: CompressedScratch,
    wanted: Vec<bool>,
    pose: Vec<PoseBlock>,
    absolute: Vec<Matrix>,
}

impl Poser {
    /// Plays a clip that is bound to a skeleton.
    pub(crate) fn new(skeleton: &Skeleton, clip: Clip) -> Result<Self, PoseError> {
        let rig = Rig::new(&skeleton.view());
        clip.check(rig.bones())?;
        let (wanted, pose) = (vec![true; rig.blocks()], rig.bind().to_vec());
        let absolute = vec![matrix::IDENTITY; rig.bones()];
        let scratch = CompressedScratch::new(rig.bones());
        Ok(Self { rig, clip, scratch, wanted, pose, absolute })
    }

    /// A matrix for each bone, relative to the model, at a time in seconds.
    pub(crate) fn pose(&mut self, time: f32, mode: PlayMode) -> Result<&[Matrix], PoseError> {
        self.local(time, mode)?;
        let Self { rig, pose, absolute, .. } = self;
        PoseToModelJob { rig, pose, out: absolute }.run()?;
        Ok(absolute)
    }

    /// The transforms of bones relative to their parents, at a time in seconds.
    pub(crate) fn local(&mut self, time: f32, mode: PlayMode) -> Result<&[PoseBlock], PoseError> {
        let Self { rig, clip, scratch, wanted, pose, .. } = self;
        SampleJob { clip, time, mode, rest: rig.bind(), wanted, scratch, out: pose }.run()?;
        Ok(pose)
    }
}
