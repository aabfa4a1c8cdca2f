//! [`Script`]: the sequence of a server's responses to calls about actions.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use bazel_remote_apis::build::bazel::remote::execution::v2::{ActionResult, ExecuteResponse, ExecutionCapabilities};
use bazel_remote_apis::google::longrunning::{Operation, operation};
use bazel_remote_apis::google::rpc;
use prost::Message;
use tokio_stream::StreamExt;
use tonic::{Code, Status};

use super::hostile_server::Answers;

/// The response to a call.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The action has run.
    Result(Box<ActionResult>),
    /// The action could not be run.
    Failure(Code),
    /// The call fails.
    Error(Code),
    /// The stream ends after the first message.
    Broken,
    /// There is no first message.
    Late,
    /// Nothing follows the first message.
    Silent,
    /// The first message is repeated without end.
    Endless,
    /// The operation ends without a response.
    Nothing,
    /// The response does not belong to this API.
    Rubbish,
}

/// The responses, and the calls so far. After the last response, calls fail.
#[derive(Clone, Default)]
pub(crate) struct Script {
    answers: Arc<Mutex<VecDeque<Answer>>>,
    calls: Arc<Mutex<Vec<String>>>,
    runs_nothing: bool,
}

impl Script {
    pub(crate) fn new(answers: impl IntoIterator<Item = Answer>) -> Self {
        Self { answers: Arc::new(Mutex::new(answers.into_iter().collect())), ..Self::default() }
    }

    /// Creates a script for a server that runs no actions and says so.
    pub(crate) fn without_machines() -> Self {
        Self { runs_nothing: true, ..Self::default() }
    }

    /// Returns the calls so far.
    pub(crate) fn calls(&self) -> Vec<String> {
        self.calls.lock().unwrap().clone()
    }

    pub(super) fn note(&self, call: String) {
        let mut calls = self.calls.lock().unwrap();
        // An upload consists of any number of calls, so it is noted only once.
        if call != "upload" || calls.last() != Some(&call) {
            calls.push(call);
        }
    }

    pub(super) fn capabilities(&self) -> ExecutionCapabilities {
        ExecutionCapabilities { exec_enabled: !self.runs_nothing, ..Default::default() }
    }

    pub(super) async fn answer(&self) -> Result<Answers<Operation>, Status> {
        let answer = self.answers.lock().unwrap().pop_front();
        let begun = Operation { name: "one".to_owned(), ..Default::default() };
        let response = match answer.ok_or_else(|| Status::unimplemented("no more"))? {
            Answer::Error(code) => return Err(Status::new(code, "as the script says")),
            Answer::Late => std::future::pending().await,
            Answer::Broken => return Ok(Box::pin(tokio_stream::iter([Ok(begun)]))),
            Answer::Silent => {
                let end = End(self.clone());
                let begun = tokio_stream::iter([Ok(begun)]).chain(tokio_stream::pending());
                return Ok(Box::pin(begun.map(move |message| {
                    let _end = &end;
                    message
                })));
            }
            Answer::Endless => {
                return Ok(Box::pin(tokio_stream::iter(std::iter::repeat_with(move || Ok(begun.clone())))));
            }
            Answer::Nothing => None,
            Answer::Rubbish => Some(("Execution", vec![0xff; 10])),
            Answer::Result(result) => {
                let response = ExecuteResponse { result: Some(*result), ..Default::default() };
                Some(("ExecuteResponse", response.encode_to_vec()))
            }
            Answer::Failure(code) => {
                let status =
                    rpc::Status { code: code.into(), message: "as the script says".to_owned(), details: vec![] };
                let response = ExecuteResponse { status: Some(status), ..Default::default() };
                Some(("ExecuteResponse", response.encode_to_vec()))
            }
        };
        let response = response.map(|(name, bytes)| operation::Result::Response(any(name, bytes)));
        let ended = Operation { done: true, result: response, ..begun.clone() };
        Ok(Box::pin(tokio_stream::iter([Ok(begun), Ok(ended)])))
    }
}

/// Notes that the client cancelled a call, when dropped.
struct End(Script);

impl Drop for End {
    fn drop(&mut self) {
        self.0.note("cancelled".to_owned());
    }
}

/// Creates a `google.protobuf.Any`.
fn any<T: Message + Default>(name: &str, value: Vec<u8>) -> T {
    #[derive(Clone, PartialEq, Message)]
    struct Any {
        #[prost(string, tag = "1")]
        type_url: String,
        #[prost(bytes = "vec", tag = "2")]
        value: Vec<u8>,
    }
    let type_url = format!("type.googleapis.com/build.bazel.remote.execution.v2.{name}");
    T::decode(Any { type_url, value }.encode_to_vec().as_slice()).unwrap()
}
