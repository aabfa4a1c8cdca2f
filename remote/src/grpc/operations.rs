//! [`Operations`]: the messages that a server sends about an action while it runs the action.

use std::time::Duration;

use rigmill_store::RemoteBlob;
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

/// The time limit for the response to a probe.
const PROBE_TIME: Duration = Duration::from_secs(4);

/// A failed call, with the server's status code, which determines what to do next.
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

/// The stream of states of an operation. Dropping it cancels the call.
pub(crate) struct Operations(Streaming<Operation>);

impl Operations {
    /// Returns the next state; `None` at the end of the stream.
    pub(crate) async fn next(&mut self) -> Result<Option<Operation>, CodedError> {
        Ok(self.0.message().await?)
    }
}

impl Grpc {
    /// Starts an action whose blobs the server already has. This call has no time limit of its own.
    pub(crate) async fn execute(&self, action: RemoteBlob, skip_cache: bool) -> Result<Operations, CodedError> {
        let request = ExecuteRequest {
            instance_name: self.client.instance().to_owned(),
            skip_cache_lookup: skip_cache,
            action_digest: Some(action.into()),
            inline_stderr: true,
        };
        Ok(Operations(self.client.many_back(EXECUTE, LARGEST_RESULT, request).await?))
    }

    /// Follows an operation whose stream broke. This call has no time limit of its own.
    pub(crate) async fn wait_execution(&self, name: String) -> Result<Operations, CodedError> {
        let request = WaitExecutionRequest { name };
        Ok(Operations(self.client.many_back(WAIT, LARGEST_RESULT, request).await?))
    }

    /// Checks whether the server still responds. If it does not, the next call opens a new connection.
    pub(crate) async fn probe(&self) -> Result<(), CallError> {
        let answer = timeout(PROBE_TIME, capabilities::probe(&self.client)).await;
        let answer = answer.unwrap_or(Err(CallError::Silent(PROBE_TIME)));
        if answer.is_err() {
            self.client.reconnect();
        }
        answer
    }
}
