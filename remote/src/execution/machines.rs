//! [`Machines`]: runs actions on a server, and tries again if a machine fails.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use rigmill_graph::{OutputFile, RemoteAction};
use tokio::time::{sleep, timeout};

use super::excerpt::excerpt;
use super::failure::{Blame, Failure};
use super::inputs::Inputs;
use super::operation::{OperationWatch, status_failure};
use super::outputs::{Outputs, decode_result};
use super::request::{Request, Template};
use super::running::Ending;
use super::stored::Stored;
use crate::failure::CallError;
use crate::grpc::Grpc;
use crate::health::{Breaker, CallKind, Count, ExecutionWarnings, Opened};
use crate::reapi::{Digest, ExecuteResponse, ExecutedResult};
use crate::transport::Transport;

/// The maximum number of attempts to run an action, and the pause between attempts.
const MAX_ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(200);

/// The time limit for transferring the blobs of one attempt, in each direction.
const TRANSFER_TIME: Duration = Duration::from_secs(300);

/// The maximum size of a standard error output that is read to be shown, in bytes.
const LARGEST_STDERR: u64 = 1 << 20;

/// The lowest exit code that represents a signal.
const FIRST_SIGNAL: i32 = 129;

/// A server that runs actions, and what this build knows about it.
pub(super) struct Machines {
    pub(super) grpc: Arc<Grpc>,
    pub(super) template: Template,
    pub(super) timeout: Duration,
    pub(super) inputs: Inputs,
    pub(super) stored: Arc<Stored>,
    pub(super) outputs: Arc<Outputs>,
    pub(super) breaker: Breaker,
    pub(super) warnings: ExecutionWarnings,
    pub(super) counts: Counts,
}

/// The counts since the last report.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) executed: Count,
    pub(super) retried: Count,
    pub(super) failed: Count,
}

impl Machines {
    /// Runs an action to completion.
    pub(super) async fn run(&self, action: &RemoteAction) -> Ending {
        match self.attempts(action).await {
            Ok(files) => {
                self.breaker.succeeded(CallKind::Action);
                self.counts.executed.add(1);
                Some(files)
            }
            Err(failure) => {
                // If the program has never succeeded, the machines probably cannot run it. Otherwise, it has a problem only
                // with some assets.
                let cannot_run = failure.blame == Blame::Program && self.counts.executed.get() == 0;
                if failure.blame == Blame::Machine || cannot_run {
                    self.judge(&failure);
                }
                // If the server is not used any more, this was already reported.
                if failure.blame != Blame::Input && !self.breaker.is_open() {
                    self.warnings.failed(&failure.error);
                }
                self.counts.failed.add(1);
                None
            }
        }
    }

    async fn attempts(&self, action: &RemoteAction) -> Result<Vec<OutputFile>, Failure> {
        self.must_execute().await?;
        let request = Request::new(&self.template, &self.inputs, action).await?;
        let mut watch = OperationWatch::new(request.id, self.timeout);
        let mut skip_cache = action.must_run;
        let mut attempts = 1;
        let mut unjudged = Vec::new();
        loop {
            let begun = Instant::now();
            let failure = match self.attempt(&request, &mut watch, skip_cache).await {
                Ok(files) => return Ok(files),
                Err(failure) => failure,
            };
            let is_last = !failure.is_transient || attempts == MAX_ATTEMPTS;
            if failure.blame == Blame::Server {
                unjudged.push((failure.clone(), begun..Instant::now()));
            }
            // A lost connection does not count as a failure while the operation may still run.
            if is_last || failure.is_silence || !watch.is_under_way() {
                unjudged.drain(..).for_each(|(failure, time)| self.judge_during(&failure, &time));
            }
            if is_last {
                return Err(failure);
            }
            // Other actions may fail during this pause.
            sleep(PAUSE).await;
            if self.breaker.is_open() {
                return Err(failure);
            }
            attempts += 1;
            skip_cache |= failure.has_result;
            self.counts.retried.add(1);
            self.stored.forget(&request.blobs);
        }
    }

    async fn attempt(
        &self,
        request: &Request,
        watch: &mut OperationWatch,
        skip_cache: bool,
    ) -> Result<Vec<OutputFile>, Failure> {
        if !watch.is_under_way() {
            in_time(self.stored.upload(&request.blobs)).await?;
        }
        let response = watch.follow(&self.grpc, skip_cache).await?;
        let result = self.result(response).await?;
        in_time(self.outputs.read(result)).await
    }

    /// Returns the result in a response, if the program succeeded.
    async fn result(&self, response: ExecuteResponse) -> Result<ExecutedResult, Failure> {
        if let Some(status) = response.status.filter(|status| status.code != 0) {
            return Err(status_failure(&status, &response.message));
        }
        let result = response.result.ok_or_else(|| Failure::invalid("the server ended an action without a result"))?;
        let result = decode_result(result)?;
        match result.exit_code {
            0 => Ok(result),
            code => Err(self.exit_failure(code, &result).await),
        }
    }

    async fn exit_failure(&self, code: i32, result: &ExecutedResult) -> Failure {
        let mut why = format!("exit code {code}");
        let stderr = excerpt(&self.stderr(result).await);
        if !stderr.is_empty() {
            why = format!("{why}: {stderr}");
        }
        if (0..FIRST_SIGNAL).contains(&code) { Failure::program(why) } else { Failure::killed(why) }
    }

    /// Returns what the program wrote to its standard error, if it can be read.
    async fn stderr(&self, result: &ExecutedResult) -> Bytes {
        let blob = result.stderr_digest.as_ref().and_then(Digest::blob);
        match blob.filter(|blob| result.stderr_raw.is_empty() && blob.size <= LARGEST_STDERR) {
            Some(blob) => self.outputs.blob(blob).await.unwrap_or_default(),
            None => result.stderr_raw.clone(),
        }
    }

    /// Returns an error if the server says that it does not run actions, so that nothing is uploaded to it. Old servers do not
    /// say.
    async fn must_execute(&self) -> Result<(), Failure> {
        let description = Arc::clone(&self.grpc).describe().await.unwrap_or_default();
        if description.executes == Some(false) {
            let failure = Failure::unable();
            self.judge(&failure);
            return Err(failure);
        }
        Ok(())
    }

    /// Reports a failure to the breaker.
    fn judge(&self, failure: &Failure) {
        self.report(self.breaker.failed(CallKind::Action, &failure.error));
    }

    /// Reports a failure of the server at this time to the breaker.
    fn judge_during(&self, failure: &Failure, time: &Range<Instant>) {
        match failure.is_silence {
            true => self.judge(failure),
            false => self.report(self.breaker.failed_during(CallKind::Action, &failure.error, time)),
        }
    }

    fn report(&self, opened: Option<Opened>) {
        opened.iter().for_each(|opened| self.warnings.unusable(opened));
    }
}

async fn in_time<T>(transfer: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let late = |_| Err(Failure::too_late(CallError::Silent(TRANSFER_TIME)));
    timeout(TRANSFER_TIME, transfer).await.unwrap_or_else(late)
}
