//! [`OperationWatch`]: follows an action on the server until it ends, for a limited time.
//!
//! ```text
//! before the first message, and in the queue   at most QUIET, counted from the beginning of each
//! running, or in an unknown stage              at most the action's timeout plus MARGIN
//! ```
//!
//! A stage that has ended cannot begin again, and a message that contains nothing new does not extend the time. While a stream
//! is silent, a separate call checks whether the server still responds.

use std::time::Duration;

use rigmill_store::RemoteBlob;
use tokio::time::{Instant, timeout};
use tonic::Code;

use super::failure::Failure;
use crate::failure::{CallError, plain};
use crate::grpc::{CodedError, Grpc, Operations};
use crate::reapi::codec::decode;
use crate::reapi::{Any, BlobStatus, ExecuteOperationMetadata, ExecuteResponse, Operation};

/// The maximum time without news from the server about an action that is not running.
const QUIET: Duration = Duration::from_secs(120);

/// The time that an action may take in addition to its timeout, for transferring its input and its result.
const MARGIN: Duration = Duration::from_secs(120);

/// The time of silence after which this checks whether the server still responds.
const SILENCE: Duration = Duration::from_secs(10);

/// The maximum number of messages in a stream, so that a server that sends constantly cannot keep an action alive.
const MAX_MESSAGES: u32 = 10_000;

/// The type names of messages.
const METADATA: &str = "build.bazel.remote.execution.v2.ExecuteOperationMetadata";
const RESPONSE: &str = "build.bazel.remote.execution.v2.ExecuteResponse";

/// The progress of an action. Later stages compare as greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Requested,
    Queued,
    Running,
}

/// What is known about an action on the server, across all attempts.
pub(super) struct OperationWatch {
    action: RemoteBlob,
    timeout: Duration,
    /// The name of the operation, if its stream broke before the operation ended.
    name: Option<String>,
    stage: Stage,
    end: Instant,
}

impl OperationWatch {
    pub(super) fn new(action: RemoteBlob, timeout: Duration) -> Self {
        Self { action, timeout, name: None, stage: Stage::Requested, end: Instant::now() + QUIET }
    }

    /// Whether the action may still be running on the server, so that nothing has to be uploaded.
    pub(super) fn is_under_way(&self) -> bool {
        self.name.is_some()
    }

    /// Starts the action on the server, or follows it if it is already running. Returns the server's response.
    pub(super) async fn follow(&mut self, grpc: &Grpc, skip_cache: bool) -> Result<ExecuteResponse, Failure> {
        if self.stage < Stage::Running {
            (self.stage, self.end) = (Stage::Requested, Instant::now() + QUIET);
        }
        let mut operations = self.open(grpc, skip_cache).await?;
        for _ in 0..MAX_MESSAGES {
            let operation = self.within(grpc, operations.next()).await??;
            let operation = operation.ok_or_else(|| broken("the server ended its answer too early"))?;
            self.note(&operation);
            if operation.done {
                self.name = None;
                return response(operation);
            }
        }
        Err(Failure::invalid("the server keeps reporting the same state"))
    }

    async fn open(&mut self, grpc: &Grpc, skip_cache: bool) -> Result<Operations, Failure> {
        let Some(name) = self.name.take() else {
            return self.within(grpc, grpc.execute(self.action, skip_cache)).await?;
        };
        self.within(grpc, grpc.wait_execution(name)).await?.map_err(Failure::lost)
    }

    /// Returns the outcome of a call, or an error if the call takes too long.
    async fn within<T>(
        &self,
        grpc: &Grpc,
        call: impl Future<Output = Result<T, CodedError>>,
    ) -> Result<Result<T, Failure>, Failure> {
        let mut call = std::pin::pin!(call);
        loop {
            let left = self.end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.too_late());
            }
            match timeout(left.min(SILENCE), &mut call).await {
                Ok(outcome) => return Ok(outcome.map_err(Failure::call)),
                Err(_) if Instant::now() >= self.end => {}
                Err(_) => must_answer(grpc).await?,
            }
        }
    }

    fn too_late(&self) -> Failure {
        let waited = match self.stage {
            Stage::Requested => "did not answer",
            Stage::Queued => "had no worker for the action",
            Stage::Running => "did not end the action",
        };
        let seconds = if self.stage == Stage::Running { self.timeout + MARGIN } else { QUIET }.as_secs();
        Failure::too_late(CallError::Failed(format!("the server {waited} within {seconds} s")))
    }

    fn note(&mut self, operation: &Operation) {
        self.name = Some(operation.name.clone()).filter(|name| !name.is_empty());
        let stage = stage(operation.metadata.as_ref());
        if stage > self.stage {
            let time = if stage == Stage::Running { self.timeout + MARGIN } else { QUIET };
            (self.stage, self.end) = (stage, Instant::now() + time);
        }
    }
}

/// Checks whether the server responds. Tries again on a new connection, because the old one may be dead.
async fn must_answer(grpc: &Grpc) -> Result<(), Failure> {
    let Err(error) = grpc.probe().await else { return Ok(()) };
    match grpc.probe().await {
        Ok(()) => Err(Failure::broken(error)),
        Err(error) => Err(Failure::silent(error)),
    }
}

fn broken(why: &str) -> Failure {
    Failure::broken(CallError::Failed(why.to_owned()))
}

/// Returns the stage in the metadata of an operation.
fn stage(metadata: Option<&Any>) -> Stage {
    let metadata = metadata.filter(|any| is_message(any, METADATA));
    let metadata = metadata.and_then(|any| decode::<ExecuteOperationMetadata>(any.value.clone()).ok());
    match metadata.unwrap_or_default().stage {
        // The server is checking its cache, or the action is in its queue.
        1 | 2 => Stage::Queued,
        _ => Stage::Running,
    }
}

fn response(operation: Operation) -> Result<ExecuteResponse, Failure> {
    if let Some(status) = operation.error.as_ref() {
        return Err(status_failure(status, ""));
    }
    let response = operation.response.filter(|any| is_message(any, RESPONSE));
    let response = response.ok_or_else(|| Failure::invalid("the server ended an action without a response"))?;
    decode(response.value).map_err(Failure::invalid)
}

/// Returns the failure for the status with which the server reports that it could not run an action.
pub(super) fn status_failure(status: &BlobStatus, message: &str) -> Failure {
    let code = Code::from_i32(status.code);
    let text = [status.message.as_str(), message].into_iter().find(|text| !text.is_empty());
    let text = text.map_or_else(|| format!("{code:?}"), plain);
    match code {
        Code::DeadlineExceeded => Failure::action(format!("the action took too long: {text}")),
        code => Failure::machine(code, text),
    }
}

fn is_message(any: &Any, name: &str) -> bool {
    any.type_url.rsplit('/').next() == Some(name)
}

#[cfg(test)]
mod tests {
    use bazel_remote_apis::build::bazel::remote::execution::v2 as official;
    use prost::Message;

    use super::*;
    use crate::digest;

    fn metadata(stage: official::execution_stage::Value) -> Any {
        let metadata = official::ExecuteOperationMetadata { stage: stage.into(), ..Default::default() };
        Any { type_url: format!("type.googleapis.com/{METADATA}"), value: metadata.encode_to_vec().into() }
    }

    fn operation(stage: official::execution_stage::Value) -> Operation {
        Operation { name: "operation".to_owned(), metadata: Some(metadata(stage)), ..Operation::default() }
    }

    #[test]
    fn messages_that_repeat_a_stage_gain_no_time() {
        use official::execution_stage::Value::{CacheCheck, Executing, Queued};
        let mut watch = OperationWatch::new(digest::of(b"action"), Duration::from_secs(600));
        watch.note(&operation(CacheCheck));
        let queued = watch.end;
        watch.note(&operation(Queued));
        assert!(watch.end == queued && watch.is_under_way());
        watch.note(&operation(Executing));
        let running = watch.end;
        assert!(running > queued + Duration::from_secs(500));
        [Queued, Executing, Queued].into_iter().for_each(|stage| watch.note(&operation(stage)));
        assert_eq!(watch.end, running);
    }

    #[test]
    fn an_operation_without_a_stage_counts_as_running() {
        assert_eq!(stage(None), Stage::Running);
        let other = Any { type_url: "other".to_owned(), ..metadata(official::execution_stage::Value::Queued) };
        assert_eq!(stage(Some(&other)), Stage::Running);
    }

    #[test]
    fn an_end_without_a_response_is_a_failure() {
        let end = |response| response_of(response).unwrap_err();
        assert!(!end(None).is_transient);
        let type_url = format!("type.googleapis.com/{RESPONSE}");
        assert!(!end(Some(Any { type_url, value: (&b"\xff"[..]).into() })).is_transient);
    }

    fn response_of(value: Option<Any>) -> Result<ExecuteResponse, Failure> {
        response(Operation { done: true, response: value, ..Operation::default() })
    }
}
