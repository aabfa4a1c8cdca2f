//! [`ViewError`]: why content cannot be shown.

use std::io;

use thiserror::Error;

/// Why a server cannot start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The port is taken, or may not be used.
    #[error("cannot listen on 127.0.0.1:{port}: {error}")]
    Listen {
        /// The port that was asked for; 0 stands for any.
        port: u16,
        /// The system's error.
        error: io::Error,
    },
    /// There is no secret without randomness.
    #[error("the system does not provide random numbers: {0}")]
    Random(#[from] getrandom::Error),
}
