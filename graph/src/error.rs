//! [`GraphError`]: why a build cannot start or finish.

use std::io;
use std::path::{Path, PathBuf};

use rigmill_pipeline::{Diagnostic, nearest};
use thiserror::Error;

use crate::sources::IgnoreMatch;
/// An error of the manifest or the system. Errors of an asset are diagnostics of that asset.
#[derive(Debug, Error)]
pub enum GraphError {
    /// No project exists at the given path.
    #[error("no project at {}: {error}", path.display())]
    NoProject {
        /// The path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// No path was given, and neither the current folder nor one above it has a manifest.
    #[error("no rigmill.toml in {} or above it; name the project's folder, or create a manifest with `rigmill init`", below.display())]
    NoManifest {
        /// The current folder.
        below: PathBuf,
    },
    /// The manifest is invalid.
    #[error("nothing was built: fix rigmill.toml first")]
    Manifest {
        /// The project's folder.
        root: PathBuf,
        /// The errors, with places.
        diagnostics: Vec<Diagnostic>,
    },
    /// No writer supports the target.
    #[error("unknown target `{target}`{}; known targets: {}", did_you_mean(target, known), known.join(", "))]
    UnknownTarget {
        /// The requested target.
        target: String,
        /// The targets of the registered writers.
        known: Vec<String>,
    },
    /// No asset has the name.
    #[error("no asset `{name}` in this project{}", nearest.as_ref().map(|name| format!("; did you mean `{name}`?")).unwrap_or_default())]
    NoAsset {
        /// The requested name.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// The name is that of a file or folder that an ignore file leaves out.
    #[error(
        "no asset `{name}` in this project: {by} ignores it; change that line, or bring it back with a later line that begins with `!`"
    )]
    Ignored {
        /// The path.
        name: String,
        /// The ignore file and the line.
        by: IgnoreMatch,
    },
    /// The output folder contains the content of another project.
    #[error("{} holds the content of the project {}; choose another folder with --out, or build that project", out.display(), owner.display())]
    OtherProject {
        /// The output folder.
        out: PathBuf,
        /// The other project's folder.
        owner: PathBuf,
    },
    /// The output folder from the command line cannot be used.
    #[error("the output folder {} {fault}; choose another with --out", out.display())]
    OutputFolder {
        /// The folder.
        out: PathBuf,
        /// The reason: `contains the project`.
        fault: String,
    },
    /// A worker could not build its asset for a reason outside of its inputs, such as a full disk.
    #[error("the asset cannot be built now: {cause}")]
    Transient {
        /// What happened.
        cause: String,
    },
    /// A file of the build itself could not be read or written.
    #[error("cannot {doing} {}: {error}", path.display())]
    Io {
        /// `read`, `write`, `lock` …
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

impl GraphError {
    /// How to fix it, unless the message or its diagnostics say so.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::NoProject { .. } => Some(
                "name a folder, or create one with `rigmill init PATH --create`; `rigmill build FILE` builds one file",
            ),
            Self::NoAsset { .. } => Some("`rigmill list` shows all assets"),
            Self::UnknownTarget { .. } => Some("name one of these with --target, or under `targets` in rigmill.toml"),
            _ => None,
        }
    }
}

fn did_you_mean(name: &str, known: &[String]) -> String {
    let nearest = nearest(name, known.iter().map(String::as_str));
    nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

/// Wraps a system error.
pub(crate) fn io_error<'a>(doing: &'static str, path: &'a Path) -> impl Fn(io::Error) -> GraphError + 'a {
    move |error| GraphError::Io { doing, path: path.to_owned(), error }
}
