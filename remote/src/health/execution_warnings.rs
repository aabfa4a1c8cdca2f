//! [`ExecutionWarnings`]: collects warnings about the machines that run a build's actions.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rigmill_pipeline::{Diagnostic, codes};

use super::breaker::Opened;
use super::help::Help;
use crate::failure::{CallError, Remedy};

/// What workers need.
const WORKERS: &str = "the workers need the same operating system, processor and system libraries as this machine";

/// The warnings since the last report.
#[derive(Debug)]
pub(crate) struct ExecutionWarnings {
    /// The server's name, as users know it.
    name: String,
    help: Help,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    pending: Vec<Diagnostic>,
    /// Whether this build already reported an action that could not run.
    has_failure: bool,
}

impl ExecutionWarnings {
    pub(crate) fn new(name: String, help: Help) -> Self {
        Self { name, help, state: Mutex::default() }
    }

    /// Notes that the breaker has opened.
    pub(crate) fn unusable(&self, opened: &Opened) {
        if opened.again {
            return;
        }
        let message =
            format!("the remote executor {} is not used: {}; this machine runs the actions", self.name, opened.why);
        let help = self.help.text(opened.remedy);
        let help = match opened.remedy {
            Remedy::Server => format!("{help}; {WORKERS}"),
            _ => format!("{help}, or pass --no-remote to build on this machine only"),
        };
        let mut state = self.state();
        // The pending warnings have the same cause as an earlier report.
        state.pending.clear();
        state.pending.push(Diagnostic::warning(codes::NOT_EXECUTED, message).help(help));
    }

    /// Notes that an action could not run. Each build reports only the first such action.
    pub(crate) fn failed(&self, error: &CallError) {
        let mut state = self.state();
        if std::mem::replace(&mut state.has_failure, true) {
            return;
        }
        let message = format!(
            "an action failed on the remote executor {}: {error}; this machine runs the action instead",
            self.name
        );
        let help = "check that the workers have the same operating system, processor and system libraries as this machine; Rigmill reports only the first case";
        state.pending.push(Diagnostic::warning(codes::NOT_EXECUTED, message).help(help));
    }

    /// Removes and returns the warnings. The next build reports problems again.
    pub(crate) fn take(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.state()).pending
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
