//! [`Executor`]: implements the build graph's interface to other machines.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rigmill_graph::{ExecutionReport, RemoteAction, RemoteExecutor, RunningAction};
use tokio::runtime::Runtime;

use super::inputs::Inputs;
use super::machines::{Counts, Machines};
use super::outputs::Outputs;
use super::request::Template;
use super::running::{NotRun, Running};
use super::settings::ExecutionSettings;
use super::stored::Stored;
use crate::cache::start_runtime;
use crate::connect::Traffic;
use crate::grpc::Grpc;
use crate::health::{Breaker, ExecutionWarnings, Help, Tally};
use crate::settings::{Address, RemoteError};
use crate::transport::Transport;

/// A server of the Remote Execution API that runs actions.
pub(crate) struct Executor {
    name: String,
    /// `None` only while the executor is being dropped.
    runtime: Option<Runtime>,
    machines: Arc<Machines>,
    slots: usize,
    traffic: Arc<Traffic>,
    /// The total numbers of bytes received and sent at the time of the last report.
    reported: Mutex<(u64, u64)>,
}

impl Executor {
    /// Creates an executor without connecting.
    pub(crate) fn new(settings: &ExecutionSettings) -> Result<Self, RemoteError> {
        let traffic = Arc::<Traffic>::default();
        let address = Address::parse(&settings.server.url)?;
        let name = address.to_string();
        let Address::Grpc(server) = address else { return Err(RemoteError::NotExecutable(name)) };
        let grpc = Arc::new(Grpc::new(server, &settings.server, &traffic, &Arc::<Tally>::default())?);
        let help = Help { is_folder: false, access: settings.server.access_help.clone() };
        let machines = Machines {
            template: Template::new(settings.command.clone(), &settings.platform, settings.timeout),
            timeout: settings.timeout,
            inputs: Inputs::new(settings.program.clone()),
            stored: Arc::new(Stored::new(Arc::clone(&grpc))),
            outputs: Arc::new(Outputs::new(Arc::clone(&grpc))),
            breaker: Breaker::default(),
            warnings: ExecutionWarnings::new(name.clone(), help),
            counts: Counts::default(),
            grpc,
        };
        let (runtime, machines) = (Some(start_runtime()?), Arc::new(machines));
        Ok(Self { name, runtime, machines, slots: settings.jobs, traffic, reported: Mutex::default() })
    }
}

impl RemoteExecutor for Executor {
    fn slots(&self) -> usize {
        self.slots
    }

    fn start(&self, action: RemoteAction) -> Box<dyn RunningAction> {
        let Some(runtime) = self.runtime.as_ref().filter(|_| !self.machines.breaker.is_open()) else {
            self.machines.counts.failed.add(1);
            return Box::new(NotRun);
        };
        let machines = Arc::clone(&self.machines);
        Box::new(Running::new(|sender| {
            let run = async move {
                let _ = sender.send(machines.run(&action).await);
            };
            runtime.spawn(run).abort_handle()
        }))
    }

    fn report(&self) -> ExecutionReport {
        self.machines.grpc.next_build(self.machines.breaker.is_open());
        self.machines.breaker.reset();
        self.machines.stored.forget_all();
        let (counts, traffic) = (&self.machines.counts, &self.traffic);
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        let (received, sent) = std::mem::replace(&mut *reported, (traffic.received(), traffic.sent()));
        ExecutionReport {
            warnings: self.machines.warnings.take(),
            executed: counts.executed.take(),
            retried: counts.retried.take(),
            failed: counts.failed.take(),
            received: reported.0 - received,
            sent: reported.1 - sent,
        }
    }
}

impl fmt::Debug for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RemoteExecutor").field(&self.name).finish()
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
