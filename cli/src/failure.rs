//! [`Failure`]: why a command could not run at all (exit code 2).

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::slice;

use rigmill_graph::GraphError;
use rigmill_pipeline::{Diagnostic, SourcePath, codes, nearest};
use thiserror::Error;

use crate::args::MessageFormat;
use crate::output::diagnostics::print_diagnostics;
use crate::output::names::alternatives;
use crate::output::printable::quoted;
use crate::output::shell::{ERROR, Shell, styled};

/// The most names beside a missing file that are compared with its name.
const MAX_COMPARED: usize = 1024;

/// The most names beside a missing file that a question lists.
const MAX_NEAR: usize = 3;

/// A problem with the usage, the manifest or the environment.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error("cannot {doing} {}: {}", quoted(path), reason(error))]
    Io { doing: &'static str, path: PathBuf, error: io::Error },
    #[error("{}", .0.diagnostic.message)]
    InFile(Box<FileError>),
    /// A summary for people of errors that are printed already.
    #[error("{message}")]
    Printed { message: String, help: &'static str },
    #[error("{message}")]
    Other { message: String, help: Option<String> },
}

/// An error in a file that the command line names.
#[derive(Debug)]
pub(crate) struct FileError {
    diagnostic: Diagnostic,
    /// The folder of the file.
    folder: PathBuf,
}

impl FileError {
    /// An error in the file at `path`. A name that no source can have becomes part of the message.
    pub(crate) fn new(path: &Path, diagnostic: Diagnostic) -> Self {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let name = path.file_name().and_then(|name| SourcePath::new(name.to_str()?).ok());
        let message =
            if name.is_some() { diagnostic.message } else { format!("{}: {}", quoted(path), diagnostic.message) };
        Self { diagnostic: Diagnostic { file: name, message, ..diagnostic }, folder }
    }

    /// Prints the error in the format that was asked for.
    pub(crate) fn print(&self, shell: &Shell) {
        self.print_as(shell.format(), shell);
    }

    /// Prints the error in a format.
    pub(crate) fn print_as(&self, format: MessageFormat, shell: &Shell) {
        print_diagnostics(std::iter::once(&self.diagnostic), &self.folder, format, shell);
    }
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

    /// The errors with a location in a file, and the folder of their files.
    fn located(&self) -> Option<(&[Diagnostic], &Path)> {
        match self {
            Self::InFile(error) => Some((slice::from_ref(&error.diagnostic), &error.folder)),
            other => other.in_manifest(),
        }
    }

    /// Prints the failure on standard output, in a format for machines.
    pub(crate) fn print_for_machines(&self, format: MessageFormat, shell: &Shell) {
        match (self.located(), format) {
            (_, MessageFormat::Human) => {}
            _ if matches!(self, Self::Printed { .. }) => {}
            (Some((diagnostics, folder)), format) => print_diagnostics(diagnostics.iter(), folder, format, shell),
            (None, format) => print_diagnostics(std::iter::once(&self.diagnostic()), Path::new(""), format, shell),
        }
    }

    /// The failure as a command reports it that builds no single folder or file.
    pub(crate) fn without_building(self) -> Self {
        let help = match &self {
            Self::Graph(GraphError::InsideProject { .. }) => {
                "pass the project folder; to make the folder a separate project, create a rigmill.toml in the folder"
            }
            Self::Graph(GraphError::NoProject { path, error }) if near(path, error).is_none() => {
                "pass an existing folder, or create a project with `rigmill init PATH --create`"
            }
            _ => return self,
        };
        Self::other(self.to_string(), Some(help))
    }

    /// How to fix it.
    fn help(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Other { help, .. } => help.as_deref().map(Cow::Borrowed),
            Self::Printed { help, .. } => Some((*help).into()),
            Self::InFile(_) => None,
            Self::Io { error, path, .. } | Self::Graph(GraphError::Io { error, path, .. }) => {
                let particular = near(path, error).or_else(|| file_in_the_way(path, error));
                particular.map(Cow::Owned).or_else(|| remedy(error).map(Cow::Borrowed))
            }
            Self::Graph(GraphError::NoProject { error, path }) if let Some(near) = near(path, error) => {
                Some(near.into())
            }
            Self::Graph(GraphError::NoAsset { name, .. }) if name.contains(',') => {
                Some("to name several assets, repeat --asset, as in --asset Models/Grund --asset Models/Pilot".into())
            }
            Self::Graph(error) => error.help(),
        }
    }

    /// The failure as a diagnostic without a location.
    fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::error(codes::COMMAND_NOT_RUN, self.to_string());
        match self.help() {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// Prints the failure for people, on standard error. In a format for machines, it is printed on standard output already.
    pub(crate) fn print(&self, format: MessageFormat, shell: &Shell) {
        if format != MessageFormat::Human {
            return;
        }
        if let Some((diagnostics, folder)) = self.located() {
            print_diagnostics(diagnostics.iter(), folder, MessageFormat::Human, shell);
        }
        if !matches!(self, Self::InFile(_)) {
            shell.print_stderr(format_args!("{}: {self}", styled(ERROR, "error")));
        }
        if let Some(help) = self.help() {
            shell.print_stderr_lines(format!("help: {help}").lines());
        }
    }
}

/// What the system reports. For a missing file, the system's message has a number that helps nobody.
fn reason(error: &io::Error) -> Cow<'static, str> {
    match (error.kind(), error.raw_os_error()) {
        (io::ErrorKind::NotFound, Some(_)) => "there is no such file or folder".into(),
        _ => error.to_string().into(),
    }
}

/// The question whether a file or folder beside a missing one was meant.
fn near(missing: &Path, error: &io::Error) -> Option<String> {
    if error.kind() == io::ErrorKind::NotFound { near_path(missing) } else { None }
}

/// The question whether a file or folder beside a missing one was meant, if the name of any is similar.
pub(crate) fn near_path(missing: &Path) -> Option<String> {
    let near = near_names(missing);
    let near: Vec<String> = near.iter().map(|name| quoted(&missing.with_file_name(name)).to_string()).collect();
    (!near.is_empty()).then(|| format!("did you mean {}?", alternatives(&near)))
}

/// What to do if a file is in place of a folder of the path.
fn file_in_the_way(path: &Path, error: &io::Error) -> Option<String> {
    if !matches!(error.kind(), io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists) {
        return None;
    }
    let file = path.ancestors().find(|part| part.exists()).filter(|part| !part.is_dir())?;
    Some(format!("choose a different path, or move {} away: it is a file, not a folder", quoted(file)))
}

/// Returns the names beside a missing file or folder that were probably meant: the same name with an extension, or else the
/// most similar name.
pub(crate) fn near_names(missing: &Path) -> Vec<String> {
    let folder = missing.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = missing.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(MAX_COMPARED);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let has_extension = |other: &&String| other.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    let mut near: Vec<String> = names.iter().filter(has_extension).take(MAX_NEAR).cloned().collect();
    if near.is_empty() {
        near.extend(nearest(name, names.iter().map(String::as_str)).map(str::to_owned));
    }
    near
}

/// What to do about an error of the system.
fn remedy(error: &io::Error) -> Option<&'static str> {
    use io::ErrorKind::{
        AlreadyExists, FileTooLarge, InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied,
        QuotaExceeded, ReadOnlyFilesystem, StorageFull,
    };
    Some(match error.kind() {
        NotFound => "check the path: it may be case-sensitive, and the folder must exist",
        PermissionDenied => "check the permissions of the file and its folder, or choose a different path",
        ReadOnlyFilesystem => "choose a folder with write access",
        IsADirectory => "choose the path of a file, or move the folder away",
        NotADirectory | AlreadyExists => "choose a different path, or move away the file at this path",
        StorageFull | QuotaExceeded => "free some disk space; `rigmill cache gc` shrinks the object cache",
        InvalidInput => "choose the path of a regular file, or move away the folder or device at this path",
        FileTooLarge => "check that this is the right file",
        _ => return None,
    })
}
