//! [`PackError`]: why a pack cannot be used.

use std::io;

use thiserror::Error;
/// Why a whole pack cannot be used.
#[derive(Debug, Error)]
pub(super) enum PackError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Io(io::Error),
    /// Its bytes were changed since they were written.
    #[error("{0}")]
    Damaged(String),
}

impl From<io::Error> for PackError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged("it is truncated".to_owned()),
            _ => Self::Io(error),
        }
    }
}
