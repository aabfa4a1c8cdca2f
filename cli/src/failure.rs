//! [`Failure`]: why a command could not run at all (exit code 2).

use std::io;
use std::path::{Path, PathBuf};

use rigmill_graph::GraphError;
use rigmill_pipeline::Diagnostic;
use thiserror::Error;

use crate::args::MessageFormat;
use crate::output::diagnostics::print_diagnostics;
use crate::output::printable::quoted;
use crate::output::shell::{ERROR, Shell, styled};

/// The code of a failure without a location, in messages for machines.
const CANNOT_BEGIN: &str = "R0273";

/// A problem with the usage, the manifest or the environment.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error("cannot {doing} {}: {error}", quoted(path))]
    Io { doing: &'static str, path: PathBuf, error: io::Error },
    #[error("{message}")]
    Other { message: String, help: Option<String> },
}

impl Failure {
    pub(crate) fn io(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io { doing, path, error }
    }

    pub(crate) fn other(message: impl Into<String>, help: Option<&str>) -> Self {
        Self::Other { message: message.into(), help: help.map(str::to_owned) }
    }

    /// The errors in the manifest, if there are any, and the project's folder.
    pub(crate) fn in_manifest(&self) -> Option<(&[Diagnostic], &Path)> {
        match self {
            Self::Graph(GraphError::Manifest { root, diagnostics }) => Some((diagnostics, root)),
            _ => None,
        }
    }

    /// Prints the failure on standard output, in a format for machines. MSBuild reads standard output and standard error as one
    /// text, so failures without a location are left to standard error there.
    pub(crate) fn print_for_machines(&self, format: MessageFormat, shell: &Shell) {
        match (self.in_manifest(), format) {
            (_, MessageFormat::Human) | (None, MessageFormat::Msbuild) => {}
            (Some((diagnostics, root)), format) => print_diagnostics(diagnostics.iter(), root, format, shell),
            (None, format) => print_diagnostics(std::iter::once(&self.diagnostic()), Path::new(""), format, shell),
        }
    }

    /// How to fix it.
    fn help(&self) -> Option<&str> {
        match self {
            Self::Other { help, .. } => help.as_deref(),
            Self::Io { error, .. } | Self::Graph(GraphError::Io { error, .. }) => remedy(error),
            Self::Graph(error) => error.help(),
        }
    }

    /// The failure as a diagnostic without a location.
    fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::error(CANNOT_BEGIN, self.to_string());
        match self.help() {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// Prints the failure on standard error. Diagnostics are left out for MSBuild, which has read them on standard output.
    pub(crate) fn print(&self, format: MessageFormat, shell: &Shell) {
        if let Some((diagnostics, root)) = self.in_manifest().filter(|_| format != MessageFormat::Msbuild) {
            print_diagnostics(diagnostics.iter(), root, MessageFormat::Human, shell);
        }
        shell.print_stderr(format_args!("{}: {self}", styled(ERROR, "error")));
        if let Some(help) = self.help() {
            shell.print_stderr_lines(format!("help: {help}").lines());
        }
    }
}

/// What to do about an error of the system.
fn remedy(error: &io::Error) -> Option<&'static str> {
    use io::ErrorKind::{
        AlreadyExists, FileTooLarge, InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied,
        QuotaExceeded, ReadOnlyFilesystem, StorageFull,
    };
    Some(match error.kind() {
        NotFound => "check the path: upper and lower case may matter, and the folder must exist",
        PermissionDenied => "check the permissions of the file and its folder, or choose another place",
        ReadOnlyFilesystem => "choose a place that can be written to",
        IsADirectory => "name a file, or move the folder away",
        NotADirectory | AlreadyExists => "a file is where a folder is needed: move it away, or choose another place",
        StorageFull | QuotaExceeded => "free some space; `rigmill cache gc` makes the object cache smaller",
        InvalidInput => "name a regular file, or move away what is in its place",
        FileTooLarge => "check that it is the right file",
        _ => return None,
    })
}
