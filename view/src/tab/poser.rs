//! [`Poser`]: poses of a skeleton, as the runtime computes them for a game.

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
    wanted: Vec<bool>,
    pose: Vec<PoseBlock>,
    absolute: Vec<Matrix>,
}

/// Why there is no pose.
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
        let rig = Rig::new(&skeleton.view());
        clip.check(rig.bones())?;
        let (wanted, pose) = (vec![true; rig.blocks()], rig.bind().to_vec());
        let absolute = vec![matrix::IDENTITY; rig.bones()];
        let scratch = CompressedScratch::new(rig.bones());
        Ok(Self { rig, clip, scratch, wanted, pose, absolute })
    }

    /// The clip's duration in seconds.
    pub(crate) fn duration(&self) -> f32 {
        self.clip.duration()
    }

    /// A matrix for each bone, relative to the model, at a time in seconds.
    pub(crate) fn pose(&mut self, time: f32, mode: PlayMode) -> Result<&[Matrix], PoseError> {
        let Self { rig, clip, scratch, wanted, pose, absolute } = self;
        SampleJob { clip, time, mode, rest: rig.bind(), wanted, scratch, out: pose }.run()?;
        PoseToModelJob { rig, pose, out: absolute }.run()?;
        Ok(absolute)
    }

    /// Where the clip's root motion has moved the model by a time in seconds; where it was, for a clip without.
    pub(crate) fn place(&self, time: f32) -> Matrix {
        let Some(motion) = self.clip.motion() else { return matrix::IDENTITY };
        let pose = motion.pose(f64::from(time));
        #[expect(clippy::cast_possible_truncation, reason = "matrices are single precision")]
        let [rotation, translation] = [pose.rotation.map(|it| it as f32), {
            let [x, y, z] = pose.translation.map(|it| it as f32);
            [x, y, z, 1.0]
        }];
        let mut place = matrix::from_quaternion(rotation);
        place[12..16].copy_from_slice(&translation);
        place
    }
}
