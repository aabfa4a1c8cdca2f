//! [`Finding`]: the result of one check.

use std::path::PathBuf;

use rigmill_pipeline::{Diagnostic, codes};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Everything is in order.
    Ok,
    /// Builds work, but not as well as they could.
    Warning,
    /// Builds do not work.
    Problem,
}

impl Level {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// The result of one check, and a remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) check: &'static str,
    pub(super) level: Level,
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// The errors in the manifest that the finding sums up, and the project's folder.
    pub(super) located: Option<(Vec<Diagnostic>, PathBuf)>,
}

impl Finding {
    /// Converts the finding to a diagnostic, unless everything is in order.
    pub(super) fn diagnostic(&self) -> Option<Diagnostic> {
        let message = format!("{}: {}", self.check, self.message);
        let diagnostic = match self.level {
            Level::Ok => return None,
            Level::Warning => Diagnostic::warning(codes::MACHINE_PROBLEM, message),
            Level::Problem => Diagnostic::error(codes::MACHINE_PROBLEM, message),
        };
        Some(match &self.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
    }

    pub(super) fn ok(check: &'static str, message: impl Into<String>) -> Self {
        Self { check, level: Level::Ok, message: message.into(), help: None, located: None }
    }

    pub(super) fn warning(check: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { level: Level::Warning, help: Some(help.into()), ..Self::ok(check, message) }
    }

    pub(super) fn problem(check: &'static str, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { level: Level::Problem, ..Self::warning(check, message, help) }
    }
}
