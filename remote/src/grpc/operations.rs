//! [`Operations`]: what a server says about an action while it runs it.

use std::time::Duration;

use rigmill_graph::RemoteBlob;
use tokio::time::timeout;
use tonic::{Code, Status, Streaming};

use super::Grpc;
use super::capabilities;
use super::client::call_error;
use crate::failure::CallError;
use crate::reapi::{ExecuteRequest, Operation, WaitExecutionRequest};
use crate::transport::LARGEST_RESULT;

const EXECUTE: &str = "/build.bazel.remote.execution.v2.Execution/Execute";
const WAIT: &str = "/build.bazel.remote.execution.v2.Execution/WaitExecution";

/// The longest time for the answer to a probe.
const PROBE_TIME: Duration = Duration::from_secs(4);

/// A call that failed, with the server's code, which decides what to do next.
#[derive(Debug)]
pub(crate) struct CodedError {
    pub(crate) code: Code,
    pub(crate) error: CallError,
}

impl From<Status> for CodedError {
    fn from(status: Status) -> Self {
        Self { code: status.code(), error: call_error(&status) }
    }
}

/// The states of an operation, as the server sends them. Dropping it cancels the call.
pub(crate) struct Operations(Streaming<Operation>);

impl Operations {
    /// The next state; `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Result<Option<Operation>, CodedError> {
        Ok(self.0.message().await?)
    }
}

impl Grpc {
    /// Has the server run an action whose blobs it has. Has no deadline of its own.
    pub(crate) async fn execute(&self, action: RemoteBlob, skip_cache: bool) -> Result<Operations, CodedError> {
        let request = ExecuteRequest {
            instance_name: self.client.instance().to_owned(),
            skip_cache_lookup: skip_cache,
            action_digest: Some(action.into()),
            inline_stderr: true,
        };
        Ok(Operations(self.client.many_back(EXECUTE, LARGEST_RESULT, request).await?))
    }

    /// Follows an operation whose stream has broken. Has no deadline of its own.
    pub(crate) async fn wait_execution(&self, name: String) -> Result<Operations, CodedError> {
        let request = WaitExecutionRequest { name };
        Ok(Operations(self.client.many_back(WAIT, LARGEST_RESULT, request).await?))
    }

    /// Whether the server still answers. If it does not, the next call connects again.
    pub(crate) async fn probe(&self) -> Result<(), CallError> {
        let answer = timeout(PROBE_TIME, capabilities::probe(&self.client)).await;
        let answer = answer.unwrap_or(Err(CallError::Silent(PROBE_TIME)));
        if answer.is_err() {
            self.client.reconnect();
        }
        answer
    }
}
