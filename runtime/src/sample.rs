//! Jobs over buffers that the caller owns: a clip into matrices, and these into the model's space.
//!
//! They keep no state and allocate nothing.

use rigmill_format::{AnimationSequenceView, PlayMode, SkeletonView};
use thiserror::Error;

use crate::{PlayError, Rules};
use rigmill_math::matrix::{self, Matrix};
use rigmill_math::quaternion::normalize_in_f64;

/// Samples all sequences of a clip at one time.
#[derive(Debug)]
pub struct SampleJob<'a> {
    /// The clip.
    pub clip: AnimationSequenceView<'a>,
    /// Seconds from the clip's start.
    pub time: f32,
    /// What the clip does at its end.
    pub mode: PlayMode,
    /// The rules to sample by.
    pub rules: Rules,
    /// Takes a matrix for each sequence, in the clip's order; at least as long as the clip.
    pub out: &'a mut [Matrix],
}

/// Multiplies local matrices up a skeleton.
#[derive(Debug)]
pub struct LocalToModelJob<'a> {
    /// The skeleton.
    pub skeleton: SkeletonView<'a>,
    /// A matrix for each bone, relative to its parent.
    pub local: &'a [Matrix],
    /// Takes a matrix for each bone, relative to the model.
    pub out: &'a mut [Matrix],
}

/// Why a job did not run to its end.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum JobError {
    /// A buffer is too short. Nothing was written.
    #[error("the buffer `{buffer}` holds {found}, expected at least {expected}")]
    BufferTooShort {
        /// The buffer's field.
        buffer: &'static str,
        /// Elements it holds.
        found: usize,
        /// Elements it has to hold.
        expected: usize,
    },
    /// A sequence has no matrix at the time. Those before it were written.
    #[error("sequence {sequence}: {source}")]
    Sequence {
        /// The sequence's number in the clip.
        sequence: usize,
        /// What went wrong.
        source: PlayError,
    },
}

impl SampleJob<'_> {
    /// Does the job.
    ///
    /// # Errors
    /// The buffer is too short; or, under [`Rules::RobotGame`], what the original throws there.
    pub fn run(self) -> Result<(), JobError> {
        check_length("out", self.out.len(), self.clip.len())?;
        for (sequence, (keys, out)) in self.clip.sequences().zip(self.out).enumerate() {
            *out = self
                .rules
                .sample_matrix(&keys, self.time, self.mode)
                .map_err(|source| JobError::Sequence { sequence, source })?;
        }
        Ok(())
    }
}

impl LocalToModelJob<'_> {
    /// Does the job: absolute = local x absolute of the parent; a root's parent is the root axis.
    ///
    /// # Errors
    /// A buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        let bones = self.skeleton.len();
        check_length("local", self.local.len(), bones)?;
        check_length("out", self.out.len(), bones)?;
        let root_axis = root_axis(&self.skeleton);
        for (index, bone) in self.skeleton.bones().enumerate() {
            // Parents come before their children, so theirs has been written.
            let parent = match bone.parent() {
                Some(parent) => self.out.get(parent).copied(),
                None => root_axis,
            };
            let local = &self.local[index];
            self.out[index] = parent.map_or(*local, |parent| matrix::multiply(local, &parent));
        }
        Ok(())
    }
}

/// None for the identity: a product with that would turn -0 into 0.
fn root_axis(skeleton: &SkeletonView<'_>) -> Option<Matrix> {
    let axis = matrix::from_quaternion(normalize_in_f64(skeleton.root_axis()));
    (axis != matrix::IDENTITY).then_some(axis)
}

pub(crate) fn check_length(buffer: &'static str, found: usize, expected: usize) -> Result<(), JobError> {
    if found >= expected {
        return Ok(());
    }
    Err(JobError::BufferTooShort { buffer, found, expected })
}
