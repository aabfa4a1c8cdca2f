//! [`Failure`]: an error as a status and a text.

use rigmill_runtime::characters::{ActionError, CrowdActionsError, CrowdError, PlayerError};
use rigmill_runtime::content::LoadError;
use rigmill_runtime::error::{BoneError, JobError, PlayError};
use rigmill_runtime::layers::LayerError;

/// The result of a function. For errors, `rigmill_last_error` returns a text.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RigmillStatus {
    /// The function succeeded.
    Ok = 0,
    /// A pointer that must not be NULL is NULL.
    NullPointer = 1,
    /// A pointer is not aligned for its type, or its length exceeds the address space.
    BadPointer = 2,
    /// A text is not UTF-8, or has no NUL within its first 4,096 bytes.
    BadText = 3,
    /// A handle is zero, was closed, or never existed; or a character is not in the crowd.
    BadHandle = 4,
    /// A handle refers to an object of a different type.
    WrongKind = 5,
    /// Another thread is using the handle, or the handle is used twice in one call.
    Busy = 6,
    /// A buffer of the caller is too small.
    BufferTooSmall = 7,
    /// A buffer that is read and a buffer that is written overlap.
    OverlappingBuffers = 8,
    /// A file, asset, bone, layer or action does not exist.
    NotFound = 9,
    /// A file cannot be read, is damaged, has a different version, or contains something else.
    CannotLoad = 10,
    /// A number is out of range: no item has this number.
    OutOfRange = 11,
    /// An argument has a value that is not allowed.
    InvalidArgument = 12,
    /// Two things do not fit together, such as a clip and a skeleton.
    DoesNotFit = 13,
    /// A clip cannot continue to play.
    CannotPlay = 14,
    /// There is not enough memory, or there are too many handles.
    OutOfMemory = 15,
    /// A bug in Rigmill. Close the handle that you passed; every other use of it is an error.
    Internal = 16,
}

/// An error of a function.
#[derive(Debug)]
pub(crate) struct Failure {
    status: RigmillStatus,
    text: String,
}

impl Failure {
    pub(crate) fn new(status: RigmillStatus, text: impl Into<String>) -> Self {
        Self { status, text: text.into() }
    }

    /// An item number is out of range. Numbers start at 0.
    pub(crate) fn out_of_range(what: &str, number: usize, count: usize) -> Self {
        Self::new(RigmillStatus::OutOfRange, format!("there is no {what} {number}: the number must be below {count}"))
    }

    pub(crate) fn internal(text: &str) -> Self {
        Self::new(RigmillStatus::Internal, format!("an error in Rigmill, please report it: {text}"))
    }

    pub(crate) fn status(&self) -> RigmillStatus {
        self.status
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// Implements [`From`] for errors of the runtime whose status depends only on the error.
macro_rules! failures {
    ($($error:ty: $status:expr;)*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                let status: fn(&$error) -> RigmillStatus = $status;
                Self::new(status(&error), error.to_string())
            }
        })*
    };
}

failures! {
    ActionError: of_action;
    BoneError: |error| of_play(&error.source);
    CrowdActionsError: |error| match error {
        CrowdActionsError::Load(error) => of_load(error),
        _ => RigmillStatus::DoesNotFit,
    };
    CrowdError: |_| RigmillStatus::DoesNotFit;
    JobError: |_| RigmillStatus::BufferTooSmall;
    LayerError: |_| RigmillStatus::DoesNotFit;
    LoadError: of_load;
    PlayError: of_play;
    PlayerError: |error| match error {
        PlayerError::Load(error) => of_load(error),
        _ => RigmillStatus::DoesNotFit,
    };
    std::io::Error: |_| RigmillStatus::CannotLoad;
    std::collections::TryReserveError: |_| RigmillStatus::OutOfMemory;
}

fn of_load(error: &LoadError) -> RigmillStatus {
    match error {
        LoadError::NoFolder { .. } | LoadError::NotFound { .. } => RigmillStatus::NotFound,
        LoadError::Name { .. } => RigmillStatus::InvalidArgument,
        _ => RigmillStatus::CannotLoad,
    }
}

fn of_play(error: &PlayError) -> RigmillStatus {
    match error {
        PlayError::NoCharacter => RigmillStatus::BadHandle,
        PlayError::ArgumentOutOfRange { .. } | PlayError::NotInCrowd { .. } => RigmillStatus::OutOfRange,
        PlayError::InvalidArgument { .. } => RigmillStatus::InvalidArgument,
        PlayError::OtherSkeleton { .. } | PlayError::UnknownBone { .. } => RigmillStatus::DoesNotFit,
        _ => RigmillStatus::CannotPlay,
    }
}

fn of_action(error: &ActionError) -> RigmillStatus {
    match error {
        ActionError::UnknownLayer { .. } | ActionError::UnknownAction { .. } => RigmillStatus::NotFound,
        ActionError::Play(error) => of_play(error),
        _ => RigmillStatus::InvalidArgument,
    }
}
