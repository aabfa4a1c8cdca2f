//! [`Failure`]: why the benchmark has no results.

use std::io;
use std::path::{Path, PathBuf};

/// Why the benchmark has no results.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("cannot run {program}: {error}")]
    Start { program: String, error: io::Error },
    #[error("cannot run ninja ({0}): install it (Debian package ninja-build), or go without by --no-ninja")]
    NoNinja(io::Error),
    #[error("cargo could not build rigmill; build it yourself and give --rigmill PATH")]
    NotBuilt,
    #[error("{command}\nended with {status}:\n{output}")]
    Ended { command: String, status: String, output: String },
    #[error("{command}\nwas to {wanted}, but said:\n{output}")]
    Unexpected { command: String, wanted: String, output: String },
    #[error("{} is not built from what its source holds now", .0.display())]
    Stale(PathBuf),
    #[error("rigmill watch: {0}")]
    Watch(String),
    #[error("rigmill view: {0}")]
    View(String),
    #[error("cannot print: {0}")]
    Print(io::Error),
}

impl Failure {
    /// Returns a function for `map_err` that adds a path to an error.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { path, error }
    }
}
