//! [`GraphError`]: why a build cannot start or finish.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use rigmill_disk::relative_path::shown;
use rigmill_pipeline::{Diagnostic, nearest};
use thiserror::Error;

use crate::sources::{IgnoreMatch, export_help};
/// An error in the manifest or from the system. Errors of a single asset are diagnostics of that asset instead.
#[derive(Debug, Error)]
pub enum GraphError {
    /// No project exists at the given path.
    #[error("no project at {}: {}", path.display(), reason(error))]
    NoProject {
        /// The path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// No path was given, and neither the current folder nor one above it has a manifest.
    #[error("no rigmill.toml in {} or in a folder above; pass the project folder, or create a manifest with `rigmill init`", below.display())]
    NoManifest {
        /// The current folder.
        below: PathBuf,
    },
    /// The given path is a folder inside a project, without a manifest of its own.
    #[error("{} is a folder inside the project {}: pass {} instead", path.display(), root.display(), root.display())]
    InsideProject {
        /// The path.
        path: PathBuf,
        /// The project's folder.
        root: PathBuf,
    },
    /// The manifest is invalid, or the stages of the program are.
    #[error("cannot continue: {}", what_to_fix(diagnostics))]
    Manifest {
        /// The project's folder.
        root: PathBuf,
        /// The errors, with their locations.
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
    /// No asset has the requested name.
    #[error("no asset `{name}` in this project")]
    NoAsset {
        /// The requested name.
        name: String,
        /// The most similar name of an asset.
        nearest: Option<String>,
    },
    /// The requested name is a file in the project from which no asset is built.
    #[error("`{name}` is not a source: {}", left_out.unwrap_or("no importer accepts this file, or a rule excludes this file"))]
    NotASource {
        /// The requested name.
        name: String,
        /// Why Rigmill never reads the file's folder; `None` if it does.
        left_out: Option<&'static str>,
    },
    /// The requested name is a file or folder that is ignored.
    #[error(
        "no asset `{name}` in this project: {by} ignores this path; change that line, or add a later line that begins with `!`"
    )]
    Ignored {
        /// The requested name.
        name: String,
        /// The ignore file and its line.
        by: IgnoreMatch,
    },
    /// The output folder contains the content of a different project.
    #[error("{} contains the outputs of the project {}; choose a different output folder with --out, or build that project", out.display(), owner.display())]
    OtherProject {
        /// The output folder.
        out: PathBuf,
        /// The other project's folder.
        owner: PathBuf,
    },
    /// The output folder from the command line cannot be used.
    #[error("the output folder {} {fault}; choose a different folder with --out", out.display())]
    OutputFolder {
        /// The folder.
        out: PathBuf,
        /// The reason, such as `contains the project`.
        fault: String,
    },
    /// A worker could not build its asset for a reason other than its inputs, such as a full disk.
    #[error("the asset cannot be built now: {cause}")]
    Transient {
        /// What happened.
        cause: String,
    },
    /// A file that the build itself uses could not be read or written.
    #[error("cannot {doing} {}: {error}", shown(path))]
    Io {
        /// The operation, such as `read`, `write` or `lock`.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

impl GraphError {
    /// Returns how to fix the problem; `None` if the message or its diagnostics already say so.
    #[must_use]
    pub fn help(&self) -> Option<Cow<'static, str>> {
        let help = match self {
            Self::NoAsset { nearest: Some(name), .. } => {
                let help = format!("did you mean `{name}`? see the names of all assets with `rigmill list`");
                return Some(help.into());
            }
            Self::NoProject { .. } => Some(
                "pass an existing folder, or create a project with `rigmill init PATH --create`; to build a single file, run `rigmill build FILE`",
            ),
            Self::NoAsset { .. } => Some("see the names of all assets with `rigmill list`"),
            Self::NotASource { left_out: Some(_), .. } => Some("move the file to a different folder of the project"),
            Self::NotASource { name, .. } => {
                if let Some(help) = export_help(name) {
                    return Some(help.into());
                }
                Some("pass a source, or set an importer for this file with a rule in rigmill.toml")
            }
            Self::InsideProject { .. } => Some(
                "to build only this folder, run `rigmill build PROJECT --asset \"FOLDER/**\"`; to make the folder a separate project, create a rigmill.toml in the folder",
            ),
            Self::UnknownTarget { .. } => {
                Some("choose a known target with --target, or with `targets` in rigmill.toml")
            }
            _ => None,
        };
        help.map(Cow::Borrowed)
    }
}

/// What the system reports. For a missing folder, the system's message has a number that helps nobody.
fn reason(error: &io::Error) -> Cow<'static, str> {
    match (error.kind(), error.raw_os_error()) {
        (io::ErrorKind::NotFound, Some(_)) => "there is no such file or folder".into(),
        _ => error.to_string().into(),
    }
}

/// Errors without a file are errors of the program that registers the stages.
fn what_to_fix(diagnostics: &[Diagnostic]) -> &'static str {
    if diagnostics.iter().all(|diagnostic| diagnostic.file.is_none()) {
        "fix the program's stages first"
    } else {
        "fix rigmill.toml first"
    }
}

fn did_you_mean(name: &str, known: &[String]) -> String {
    let nearest = nearest(name, known.iter().map(String::as_str));
    nearest.map(|name| format!(" (did you mean `{name}`?)")).unwrap_or_default()
}

/// Returns a function that wraps a system error.
pub(crate) fn io_error<'a>(doing: &'static str, path: &'a Path) -> impl Fn(io::Error) -> GraphError + 'a {
    move |error| GraphError::Io { doing, path: path.to_owned(), error }
}
