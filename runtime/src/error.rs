//! Errors of playback.

use rigmill_format::SkeletonView;
use thiserror::Error;

use crate::near::did_you_mean;

/// An error that prevents playing a clip or computing a pose.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The sequence has no key with this index.
    #[error("there is no key {index}: the list has {count} keys")]
    ArgumentOutOfRange {
        /// The requested key.
        index: i32,
        /// The number of keys.
        count: usize,
    },
    /// A pose was requested but no clip is bound.
    #[error("no clip is bound")]
    InvalidOperation,
    /// The original would never return, because it computes a remainder by repeated subtraction.
    #[error("RobotGame would hang here: subtracting {divisor} from {dividend} never ends")]
    Hang {
        /// The dividend.
        dividend: f32,
        /// The divisor.
        divisor: f32,
    },
    /// A number is not allowed for playing a clip.
    #[error("{argument} is {found}, expected {expected}")]
    InvalidArgument {
        /// The name of the argument.
        argument: &'static str,
        /// The value.
        found: f32,
        /// The allowed values.
        expected: &'static str,
    },
    /// The character was removed, or belongs to a different crowd.
    #[error("the crowd does not have this character: the character was removed, or belongs to a different crowd")]
    NoCharacter,
    /// The crowd has no layer, clip or level of detail with this number.
    #[error("the crowd has no {what} {number}: the number must be below {count}")]
    NotInCrowd {
        /// What was requested: a layer, a clip or a level of detail.
        what: &'static str,
        /// The requested number.
        number: usize,
        /// How many of them the crowd has.
        count: usize,
    },
    /// The clip is for a skeleton with a different number of bones.
    #[error("the clip is for {found} bones, but the skeleton has {expected}")]
    OtherSkeleton {
        /// The number of bones that the clip is for.
        found: usize,
        /// The number of bones of the skeleton.
        expected: usize,
    },
    /// The skeleton does not have a bone that a clip moves or a mask names.
    #[error("the skeleton has no bone {bone:?}{near}")]
    UnknownBone {
        /// The bone's name.
        bone: String,
        /// A suggestion of a similar name, to append to the message. Empty if there is none.
        near: String,
    },
}

impl PlayError {
    pub(crate) fn unknown_bone(bone: &str, skeleton: &SkeletonView<'_>) -> Self {
        let near = did_you_mean(bone, skeleton.bones().map(|bone| bone.name()));
        Self::UnknownBone { bone: bone.to_owned(), near }
    }

    /// The name of the .NET exception that RobotGame throws in this case. If RobotGame hangs instead, the name is
    /// `Hang`.
    #[must_use]
    pub const fn exception_name(&self) -> &'static str {
        match self {
            Self::ArgumentOutOfRange { .. }
            | Self::InvalidArgument { .. }
            | Self::NotInCrowd { .. }
            | Self::NoCharacter
            | Self::OtherSkeleton { .. } => "ArgumentOutOfRangeException",
            Self::InvalidOperation => "InvalidOperationException",
            Self::Hang { .. } => "Hang",
            Self::UnknownBone { .. } => "KeyNotFoundException",
        }
    }
}

/// An error of one bone during an update of a model.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("bone {bone}: {source}")]
pub struct BoneError {
    /// The bone's number in the skeleton.
    pub bone: usize,
    /// The error.
    pub source: PlayError,
}

/// An error that stopped a job.
///
/// Jobs work on buffers that the caller owns, and allocate no memory. They check the lengths of all buffers first. If a buffer
/// is longer than necessary, the rest of it is not changed. If a buffer is too short, nothing is written.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum JobError {
    /// A buffer is too short.
    #[error("the buffer `{buffer}` has {found} elements, expected at least {expected}")]
    BufferTooShort {
        /// The field that contains the buffer.
        buffer: &'static str,
        /// The number of elements that the buffer has.
        found: usize,
        /// The number of elements that the job needs.
        expected: usize,
    },
}

pub(crate) fn check_length(buffer: &'static str, found: usize, expected: usize) -> Result<(), JobError> {
    if found >= expected {
        return Ok(());
    }
    Err(JobError::BufferTooShort { buffer, found, expected })
}
