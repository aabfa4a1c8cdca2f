//! [`StageError`]: why a stage has no result.

use std::io;

use thiserror::Error;

use crate::SourcePath;

/// Why a stage has no result.
#[derive(Debug, Error)]
pub enum StageError {
    /// The input is invalid. The diagnostics in the context explain the problem.
    #[error("see the diagnostics")]
    Diagnosed,
    /// A read failed for a reason that is not in the input. The next build reads the file again.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file.
        path: SourcePath,
        /// The system's error.
        error: io::Error,
    },
}
