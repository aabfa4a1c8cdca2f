//! [`Remotes`]: the open remote cache and machines, which `watch` keeps from one build to the next.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use rigmill_graph::{ExecutionReport, ExecutorAccess, Project, RemoteExecutor};
use rigmill_store::{RemoteAccess, RemoteReport, RemoteStore};

use super::choice::choose;
use super::execution::{ExecutionChoice, choose_execution};
use super::opening::{open, open_executor};
use super::server::RemoteChoice;
use crate::args::Settings;
use crate::failure::Failure;
use crate::output::shell::Shell;

/// If the end of a build waits longer than this for uploads, a message is shown.
const PATIENCE: Duration = Duration::from_millis(500);

/// The remote cache and the machines in use. They stay open as long as their settings stay the same.
#[derive(Default)]
pub(crate) struct Remotes {
    open: Option<(RemoteChoice, Arc<dyn RemoteStore>)>,
    machines: Option<(ExecutionChoice, Arc<dyn RemoteExecutor>)>,
}

impl Remotes {
    /// Returns the remote cache for a build of `project`; `None` if there is none.
    pub(crate) fn access(&mut self, project: &Project, settings: &Settings) -> Result<Option<RemoteAccess>, Failure> {
        let Some(choice) = choose(Some(project), settings)? else {
            self.open = None;
            return Ok(None);
        };
        let store = match self.open.take() {
            Some((same, store)) if same == choice => store,
            _ => open(&choice)?,
        };
        let copied = choice.by_user;
        self.open = Some((choice, Arc::clone(&store)));
        Ok(Some(RemoteAccess { store, copied }))
    }

    /// Returns the machines that run actions for a build of `project`; `None` if there are none.
    pub(crate) fn executor(
        &mut self,
        project: &Project,
        settings: &Settings,
    ) -> Result<Option<ExecutorAccess>, Failure> {
        let Some(choice) = choose_execution(project, settings)? else {
            self.machines = None;
            return Ok(None);
        };
        let executor = match self.machines.take() {
            Some((same, executor)) if same == choice => executor,
            _ => open_executor(&choice)?,
        };
        let kept = choice.server.by_user;
        self.machines = Some((choice, Arc::clone(&executor)));
        Ok(Some(ExecutorAccess { executor, kept }))
    }

    /// Waits for uploads for a bounded time.
    pub(crate) fn wait_for_uploads(&self, shell: &Shell) {
        let Some((_, store)) = &self.open else { return };
        let (done, finished) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                if finished.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                    shell.note("uploading to the remote cache (the outputs are complete; to stop, press Ctrl-C)");
                }
            });
            store.wait_for_uploads();
            drop(done);
        });
    }

    /// Returns what the store did since the last report; `None` without a store.
    pub(crate) fn report(&self) -> Option<RemoteReport> {
        self.open.as_ref().map(|(_, store)| store.report())
    }

    /// Returns what the machines did since the last report; `None` without machines.
    pub(crate) fn execution_report(&self) -> Option<ExecutionReport> {
        self.machines.as_ref().map(|(_, executor)| executor.report())
    }
}
