//! [`Failure`]: why a command could not do its work at all (exit code 2).

use std::io;
use std::path::PathBuf;

use rigmill_graph::GraphError;
use rigmill_pipeline::Diagnostic;
use thiserror::Error;

use crate::args::MessageFormat;
use crate::render;
use crate::shell::{BAD, Shell, styled};

/// What is wrong with the usage, the manifest or the environment.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Graph(#[from] GraphError),
    #[error("cannot {doing} {}: {error}", path.display())]
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

    /// What is wrong, with places, where that is known.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Graph(GraphError::Manifest { diagnostics }) => diagnostics,
            _ => &[],
        }
    }

    /// Tells it on standard error. Where the output is read by MSBuild, which takes all that is printed for one text and knows
    /// `error:` as well, diagnostics are told on standard output alone.
    pub(crate) fn tell(&self, format: MessageFormat, shell: &Shell) {
        if format != MessageFormat::Msbuild {
            self.diagnostics().iter().for_each(|diagnostic| shell.complain(render::human(diagnostic, "") + "\n"));
        }
        shell.complain(format_args!("{}: {self}", styled(BAD, "error")));
        if let Self::Other { help: Some(help), .. } = self {
            shell.complain(format_args!("help: {help}"));
        }
    }
}
