//! [`PackError`]: why a pack is of no use.

use std::io;

use thiserror::Error;
/// Why a pack as a whole is of no use.
#[derive(Debug, Error)]
pub(super) enum PackError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Io(io::Error),
    /// Its bytes are not those that were written.
    #[error("{0}")]
    Damaged(String),
}

impl From<io::Error> for PackError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged("it is cut short".to_owned()),
            _ => Self::Io(error),
        }
    }
}
