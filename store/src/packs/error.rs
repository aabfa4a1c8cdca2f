//! [`PackError`]: why a pack cannot be used.

use std::io;

use rigmill_disk::absent;
use thiserror::Error;

/// Why a whole pack cannot be used.
#[derive(Debug, Error)]
pub(crate) enum PackError {
    /// Another build removed or merged the pack. This is not reported as an error.
    #[error("the pack was removed")]
    Vanished,
    /// The pack cannot be read.
    #[error("the pack cannot be read: {0}")]
    Io(io::Error),
    /// The pack's bytes changed after they were written.
    #[error("{0}")]
    Damaged(String),
}

impl From<io::Error> for PackError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged("the pack is truncated".to_owned()),
            // Network file systems return this error for an open file that was removed.
            io::ErrorKind::StaleNetworkFileHandle => Self::Vanished,
            _ if absent(&error) => Self::Vanished,
            _ => Self::Io(error),
        }
    }
}
