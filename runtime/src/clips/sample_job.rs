//! [`SampleJob`]: a whole clip into matrices.

use rigmill_format::{AnimationSequenceView, PlayMode};
use rigmill_math::Matrix;

use crate::Rules;
use crate::error::{JobError, check_length};

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
