//! [`AskError`]: why a tab's request failed.

use rigmill_runtime::characters::{ActionError, PlayerError};
use rigmill_runtime::content::{LoadError, MakeError};
use rigmill_runtime::error::{BoneError, JobError, PlayError};
use rigmill_runtime::layers::LayerError;
use thiserror::Error;

use super::poser::PoseError;

/// Why a tab's request failed.
#[derive(Debug, Error)]
pub(crate) enum AskError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Fit(#[from] PlayError),
    #[error(transparent)]
    Job(#[from] JobError),
    #[error(transparent)]
    Pose(#[from] PoseError),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Action(#[from] ActionError),
    #[error(transparent)]
    Bone(#[from] BoneError),
    #[error(transparent)]
    Layer(#[from] LayerError),
    #[error(transparent)]
    Settings(#[from] MakeError),
    /// The request exceeds a limit of the session.
    #[error("there are {found} {what}, but at most {limit} are allowed")]
    TooMany { what: &'static str, found: usize, limit: usize },
    /// The request contradicts itself.
    #[error("{0}")]
    Senseless(&'static str),
    /// The toolchain cannot compress the asset.
    #[error("{0}")]
    Toolchain(String),
}

/// Checks a number against a limit.
pub(crate) fn check_limit(what: &'static str, found: usize, limit: usize) -> Result<(), AskError> {
    if found <= limit { Ok(()) } else { Err(AskError::TooMany { what, found, limit }) }
}
