//! [`RemoteExecutor`]: other machines that run actions, as a build uses them.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Digest};

/// Other machines that run actions.
///
/// They may fail at any time, and may answer anything: a build verifies what it uses, and runs an action itself if nobody
/// else does. Calls come from many threads.
pub trait RemoteExecutor: fmt::Debug + Send + Sync {
    /// The number of actions that may be under way at the same time.
    fn slots(&self) -> usize;

    /// Starts an action.
    fn start(&self, action: RemoteAction) -> Box<dyn RunningAction>;

    /// What was done since the last report. Machines that failed too often are tried again after this.
    fn report(&self) -> ExecutionReport;
}

/// Other machines in a build.
#[derive(Clone, Debug)]
pub struct ExecutorAccess {
    /// The machines.
    pub executor: Arc<dyn RemoteExecutor>,
    /// Whether what they make is kept in the object cache of this machine, which other projects use, too. Machines that a
    /// project names are not to be trusted with that.
    pub kept: bool,
}

/// An action that runs on another machine. Dropping it gives it up.
pub trait RunningAction {
    /// Waits for its end, at most so long.
    fn wait(&mut self, at_most: Duration) -> ActionProgress;
}

/// How far an action is.
#[derive(Debug)]
pub enum ActionProgress {
    /// Not at its end.
    Running,
    /// At its end: the files that it wrote, or `None` if it could not be run.
    Ended(Option<Vec<OutputFile>>),
}

/// An action for another machine: a run of the worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemoteAction {
    /// The arguments of the worker.
    pub arguments: Vec<String>,
    /// The files below its working folder.
    pub files: Vec<InputFile>,
    /// Whether it must run, even if the machines have its result from an earlier run.
    pub must_run: bool,
}

/// An input of an action. If its bytes have another digest by now, the action cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// Where it is below the working folder, with `/` between names.
    pub path: String,
    /// The file on this machine.
    pub file: PathBuf,
    /// The BLAKE3 of its bytes.
    pub digest: Digest,
}

/// A file that an action wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// Its name in the folder of results.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What a [`RemoteExecutor`] did.
#[derive(Clone, Debug, Default)]
pub struct ExecutionReport {
    /// The warnings about the machines.
    pub warnings: Vec<Diagnostic>,
    /// The number of actions that ran to their end.
    pub executed: u64,
    /// The number of actions that were started again after a failure of a machine.
    pub retried: u64,
    /// The number of actions that could not be run.
    pub failed: u64,
    /// The number of bytes received.
    pub received: u64,
    /// The number of bytes sent.
    pub sent: u64,
}
