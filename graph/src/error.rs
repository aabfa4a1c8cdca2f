//! [`GraphError`]: why nothing could be built at all.

use std::io;
use std::path::{Path, PathBuf};

use rigmill_pipeline::{Diagnostic, nearest};
use thiserror::Error;
/// What is wrong with the manifest or the environment. What is wrong with an asset is a diagnostic of that asset.
#[derive(Debug, Error)]
pub enum GraphError {
    /// No project at the given path.
    #[error("no project at {}: {error}", path.display())]
    NoProject {
        /// The path.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// No path was given, and no folder above the current one has a manifest.
    #[error("no rigmill.toml in {} or above it; name the project's folder, or make a manifest with `rigmill init`", below.display())]
    NoManifest {
        /// The current folder.
        below: PathBuf,
    },
    /// The manifest is faulty.
    #[error("nothing was built: mend rigmill.toml first")]
    Manifest {
        /// The project's folder, below which the files of the faults are.
        root: PathBuf,
        /// The faults, with places.
        diagnostics: Vec<Diagnostic>,
    },
    /// No writer writes for the target.
    #[error("unknown target `{target}`{}; known targets: {}", did_you_mean(target, known), known.join(", "))]
    UnknownTarget {
        /// The target asked for.
        target: String,
        /// The targets of the registered writers.
        known: Vec<String>,
    },
    /// No asset has the name.
    #[error("no asset `{name}` in this project{}", nearest.as_ref().map(|name| format!("; did you mean `{name}`?")).unwrap_or_default())]
    NoAsset {
        /// The name asked for.
        name: String,
        /// The name most like it.
        nearest: Option<String>,
    },
    /// The output folder holds the content of another project.
    #[error("{} holds the content of the project {}; name another folder with --out, or that project", out.display(), owner.display())]
    OtherProject {
        /// The output folder.
        out: PathBuf,
        /// The other project's folder.
        owner: PathBuf,
    },
    /// The output folder named on the command line is no place for content.
    #[error("the output folder {} {fault}; name another with --out", out.display())]
    OutputFolder {
        /// The folder as it was named.
        out: PathBuf,
        /// What is wrong with it: `contains the project`.
        fault: String,
    },
    /// A file of the build's own could not be read or written.
    #[error("cannot {doing} {}: {error}", path.display())]
    Io {
        /// `read`, `write`, `lock` …
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

fn did_you_mean(name: &str, known: &[String]) -> String {
    let nearest = nearest(name, known.iter().map(String::as_str));
    nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

/// What becomes of an error of the system.
pub(crate) fn io_error<'a>(doing: &'static str, path: &'a Path) -> impl Fn(io::Error) -> GraphError + 'a {
    move |error| GraphError::Io { doing, path: path.to_owned(), error }
}
