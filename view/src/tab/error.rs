//! [`AskError`]: why a tab's question has no answer.

use rigmill_runtime::characters::{ActionError, PlayerError};
use rigmill_runtime::content::{LoadError, MakeError};
use rigmill_runtime::error::{BoneError, JobError, PlayError};
use rigmill_runtime::layers::LayerError;
use thiserror::Error;

use super::poser::PoseError;

/// Why a tab's question has no answer.
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
    /// The question is beyond what a session answers.
    #[error("{what}: {found} is more than {limit}")]
    TooMany { what: &'static str, found: usize, limit: usize },
    /// The question contradicts itself.
    #[error("{0}")]
    Senseless(&'static str),
    /// The asset cannot be compressed here.
    #[error("{0}")]
    Workshop(String),
}

/// Checks a number against its limit.
pub(crate) fn check_limit(what: &'static str, found: usize, limit: usize) -> Result<(), AskError> {
    if found <= limit { Ok(()) } else { Err(AskError::TooMany { what, found, limit }) }
}
