//! [`RemoteExecutor`]: the interface to other machines that run actions for a build.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Digest};

/// Other machines that run actions.
///
/// The machines may fail at any time and may return anything: a build verifies all results that it uses, and runs an action
/// itself if no other machine does. Calls come from many threads.
pub trait RemoteExecutor: fmt::Debug + Send + Sync {
    /// Returns the number of actions that may be in flight at the same time.
    fn slots(&self) -> usize;

    /// Starts an action.
    fn start(&self, action: RemoteAction) -> Box<dyn RunningAction>;

    /// Returns what the machines did since the last report. After this, machines that failed too often are tried again.
    fn report(&self) -> ExecutionReport;
}

/// The other machines that a build may use.
#[derive(Clone, Debug)]
pub struct ExecutorAccess {
    /// The interface to the machines.
    pub executor: Arc<dyn RemoteExecutor>,
    /// Whether results are kept in the object cache of this machine, which other projects also use. Machines that only the
    /// project names must not be trusted with this.
    pub kept: bool,
}

/// An action that runs on a different machine. Dropping this value abandons the action.
pub trait RunningAction {
    /// Waits until the action ends, but no longer than `at_most`.
    fn wait(&mut self, at_most: Duration) -> ActionProgress;
}

/// The progress of an action.
#[derive(Debug)]
pub enum ActionProgress {
    /// The action is still running.
    Running,
    /// The action ended. Contains the files that it wrote, or `None` if it could not run.
    Ended(Option<Vec<OutputFile>>),
}

/// An action for a different machine: one run of the worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemoteAction {
    /// The command-line arguments of the worker.
    pub arguments: Vec<String>,
    /// The files in the worker's working folder.
    pub files: Vec<InputFile>,
    /// Whether the action must run, even if the machines have its result from an earlier run.
    pub must_run: bool,
}

/// An input file of an action. If the file's bytes no longer have the given digest, the action cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// The path in the working folder, with `/` between names.
    pub path: String,
    /// The file on this machine.
    pub file: PathBuf,
    /// The BLAKE3 of the file's bytes.
    pub digest: Digest,
}

/// A file that an action wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// The file's name in the folder of results.
    pub name: String,
    /// The file's bytes.
    pub bytes: Vec<u8>,
}

/// A report of what a [`RemoteExecutor`] did.
#[derive(Clone, Debug, Default)]
pub struct ExecutionReport {
    /// The warnings about the machines.
    pub warnings: Vec<Diagnostic>,
    /// The number of actions that ran to completion.
    pub executed: u64,
    /// The number of actions that were restarted because a machine failed.
    pub retried: u64,
    /// The number of actions that could not be run.
    pub failed: u64,
    /// The number of bytes received.
    pub received: u64,
    /// The number of bytes sent.
    pub sent: u64,
}
