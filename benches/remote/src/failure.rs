//! [`Failure`]: why the benchmark ended.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why the benchmark ended.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{command} ended with {status}\n{said}")]
    Ended { command: String, status: String, said: String },
    #[error("{0} printed no result; was it built with the feature `remote`?")]
    NoResult(String),
    #[error("the server did not start")]
    NoServer,
    #[error("{0}")]
    Remote(#[from] rigmill_remote::RemoteError),
    #[error("at {delay} ms the second machine did not get what the first one built")]
    Different { delay: u64 },
}

impl Failure {
    pub(crate) fn at(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        |error| Self::Io { path, error }
    }
}
