//! [`ViewError`]: why a server cannot start.

use std::io;

use thiserror::Error;

/// Why a server cannot start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The port is in use or not permitted.
    #[error("cannot listen on 127.0.0.1:{port}: {error}")]
    Listen {
        /// The requested port; 0 means any free port.
        port: u16,
        /// The system's error.
        error: io::Error,
    },
    /// The system provides no random numbers, which the secret token needs.
    #[error("the system does not provide random numbers: {0}")]
    Random(#[from] getrandom::Error),
}
