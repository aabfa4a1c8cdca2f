//! [`Running`]: a running action that a build waits for.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use rigmill_graph::{ActionProgress, OutputFile, RunningAction};
use tokio::task::AbortHandle;

/// The files of an action; `None` if the action could not run.
pub(super) type Ending = Option<Vec<OutputFile>>;

/// A running action. Dropping it aborts the action immediately.
pub(super) struct Running {
    ending: Receiver<Ending>,
    task: AbortHandle,
}

impl Running {
    /// Calls `start`, which must start a task that sends the ending.
    pub(super) fn new(start: impl FnOnce(SyncSender<Ending>) -> AbortHandle) -> Self {
        let (sender, ending) = sync_channel(1);
        Self { task: start(sender), ending }
    }
}

impl RunningAction for Running {
    fn wait(&mut self, at_most: Duration) -> ActionProgress {
        match self.ending.recv_timeout(at_most) {
            Ok(ending) => ActionProgress::Ended(ending),
            Err(RecvTimeoutError::Timeout) => ActionProgress::Running,
            Err(RecvTimeoutError::Disconnected) => ActionProgress::Ended(None),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// An action that does not run.
pub(super) struct NotRun;

impl RunningAction for NotRun {
    fn wait(&mut self, _: Duration) -> ActionProgress {
        ActionProgress::Ended(None)
    }
}
