//! The two sets of rules for clip playback.

pub(crate) mod modulo;
pub(crate) mod robot_game;
pub(crate) mod standard;

use rigmill_format::{KeyFrameSequenceView, PlayMode, Transform};
use rigmill_math::Matrix;

use crate::clips::{KeyFrame, KeyIndex};
use crate::error::PlayError;

/// A set of rules for sampling and blending clips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Reproduces the results of Microsoft's sample game RobotGame bit for bit, including its bugs.
    RobotGame,
    /// Gives the results that RobotGame's authors intended.
    #[default]
    Standard,
}

impl Rules {
    /// Finds the keys of a sequence around `time`, in seconds.
    ///
    /// # Errors
    /// Under [`Rules::RobotGame`], [`PlayError::Hang`](crate::error::PlayError::Hang) where the original would never return.
    pub fn key_index(
        self,
        sequence: &KeyFrameSequenceView<'_>,
        time: f32,
        mode: PlayMode,
    ) -> Result<KeyIndex, PlayError> {
        match self {
            Self::RobotGame => robot_game::key_index(sequence, time),
            Self::Standard => Ok(standard::key_index(sequence, time, mode)),
        }
    }

    /// The channels of a sequence at `time`, in seconds.
    ///
    /// # Errors
    /// Same as [`key_index`](Self::key_index). Under [`Rules::RobotGame`], also [`PlayError::ArgumentOutOfRange`] for a time
    /// before the first key.
    pub fn sample_key_frame(
        self,
        sequence: &KeyFrameSequenceView<'_>,
        time: f32,
        mode: PlayMode,
    ) -> Result<KeyFrame, PlayError> {
        let index = self.key_index(sequence, time, mode)?;
        match self {
            Self::RobotGame => robot_game::key_frame(sequence, &index),
            Self::Standard => Ok(standard::key_frame(sequence, &index)),
        }
    }

    /// The matrix of a sequence at `time`, in seconds. A channel that the sequence does not have is the identity.
    ///
    /// # Errors
    /// Same as [`sample_key_frame`](Self::sample_key_frame).
    pub fn sample_matrix(
        self,
        sequence: &KeyFrameSequenceView<'_>,
        time: f32,
        mode: PlayMode,
    ) -> Result<Matrix, PlayError> {
        Ok(self.matrix(&self.sample_key_frame(sequence, time, mode)?))
    }

    /// The matrix of one key.
    ///
    /// # Errors
    /// [`PlayError::ArgumentOutOfRange`] for a key that does not exist. [`Rules::RobotGame`] also returns this error for a
    /// constant channel if the rotation is not constant.
    pub fn get_matrix(self, sequence: &KeyFrameSequenceView<'_>, key: i32) -> Result<Matrix, PlayError> {
        let frame = match self {
            Self::RobotGame => robot_game::single_key(sequence, key)?,
            Self::Standard => standard::single_key(sequence, key).ok_or_else(|| {
                let count = usize::try_from(sequence.key_count()).unwrap_or(usize::MAX);
                PlayError::ArgumentOutOfRange { index: key, count }
            })?,
        };
        Ok(self.matrix(&frame))
    }

    /// The matrix of a key frame. A missing channel is the identity.
    #[must_use]
    pub fn matrix(self, frame: &KeyFrame) -> Matrix {
        match self {
            Self::RobotGame => robot_game::matrix(frame),
            Self::Standard => frame.or(&Transform::IDENTITY).to_matrix(),
        }
    }
}
