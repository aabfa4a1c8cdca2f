//! [`StageError`]: why a stage has no result.

use std::io;

use thiserror::Error;

use crate::SourcePath;

/// Why a stage has no result.
#[derive(Debug, Error)]
pub enum StageError {
    /// The input is invalid; the diagnostics in the context say how.
    #[error("see the diagnostics")]
    Diagnosed,
    /// Reading failed for a reason outside the input; the next build tries again.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file.
        path: SourcePath,
        /// The system's error.
        error: io::Error,
    },
}
