//! [`StageError`]: why a stage made nothing.

use std::io;

use thiserror::Error;

use crate::SourcePath;

/// Why a stage made nothing.
#[derive(Debug, Error)]
pub enum StageError {
    /// The input is at fault: the diagnostics left in the context say how.
    #[error("see the diagnostics")]
    Diagnosed,
    /// Reading failed for a reason that has nothing to do with the input; worth another try.
    #[error("cannot read {path}: {error}")]
    Io {
        /// What was read.
        path: SourcePath,
        /// What the system said.
        error: io::Error,
    },
}
