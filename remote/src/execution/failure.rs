//! [`Failure`]: why an action did not run, where the fault lies, and whether to try again.

use tonic::Code;

use crate::failure::CallError;
use crate::grpc::CodedError;

/// Where the fault of a failure lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blame {
    /// A file on this machine has changed. The build notices this by itself.
    Input,
    /// The server does not respond, or responds incorrectly.
    Server,
    /// The server responds, but the machine that ran the action failed.
    Machine,
    /// The action or its result is faulty.
    Action,
    /// The program failed or was killed. Possibly the machines cannot run it.
    Program,
}

/// Why an action did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) blame: Blame,
    pub(super) error: CallError,
    /// Whether another attempt may succeed.
    pub(super) is_transient: bool,
    /// Whether the action has an unusable result. If so, the server must not return this result again.
    pub(super) has_result: bool,
    /// Whether the server itself does not respond, rather than only a connection being lost.
    pub(super) is_silence: bool,
}

impl Failure {
    fn new(blame: Blame, error: CallError, is_transient: bool) -> Self {
        Self { blame, error, is_transient, has_result: false, is_silence: false }
    }

    /// A file is missing or has changed.
    pub(super) fn input(why: impl Into<String>) -> Self {
        Self::new(Blame::Input, CallError::File(why.into()), false)
    }

    /// A call about blobs failed.
    pub(super) fn blobs(error: CallError) -> Self {
        match error {
            CallError::File(_) => Self::new(Blame::Input, error, false),
            CallError::Silent(_)
            | CallError::Slow
            | CallError::Unreachable(_)
            | CallError::Broken(_)
            | CallError::Failed(_) => Self::new(Blame::Server, error, true),
            _ => Self::new(Blame::Server, error, false),
        }
    }

    /// The server sent something that it must not send.
    pub(super) fn invalid(why: impl Into<String>) -> Self {
        Self::new(Blame::Server, CallError::Invalid(why.into()), false)
    }

    /// The action did not end within the time limit.
    pub(super) fn too_late(error: CallError) -> Self {
        Self::new(Blame::Server, error, false)
    }

    /// The connection to a running operation was lost.
    pub(super) fn broken(error: CallError) -> Self {
        Self::new(Blame::Server, error, true)
    }

    /// The server does not respond, even on a new connection.
    pub(super) fn silent(error: CallError) -> Self {
        Self { is_silence: true, ..Self::broken(error) }
    }

    /// The server no longer reports an operation, but may run its action again.
    pub(super) fn lost(failure: Self) -> Self {
        match failure.error {
            CallError::Refused(_) | CallError::Unreachable(_) => failure,
            CallError::Unable(_) => {
                Self::new(Blame::Machine, CallError::Failed("the server has lost the action".to_owned()), true)
            }
            error => Self::new(Blame::Machine, error, true),
        }
    }

    /// The server does not run actions.
    pub(super) fn unable() -> Self {
        Self::new(Blame::Server, CallError::Unable("the server does not run actions".to_owned()), false)
    }

    /// A call of the execution service failed.
    pub(super) fn call(failed: CodedError) -> Self {
        match failed.code {
            Code::Unimplemented => Self::unable(),
            code => {
                let is_transient = is_transient(code) || matches!(failed.error, CallError::Unreachable(_));
                Self::new(Blame::Server, failed.error, is_transient)
            }
        }
    }

    /// The server reports that it could not run the action.
    pub(super) fn machine(code: Code, why: String) -> Self {
        Self::new(Blame::Machine, CallError::Failed(why), is_transient(code))
    }

    /// The action has no usable result, and another attempt would not help.
    pub(super) fn action(why: impl Into<String>) -> Self {
        Self::new(Blame::Action, CallError::Failed(why.into()), false)
    }

    /// The program failed.
    pub(super) fn program(why: String) -> Self {
        Self::new(Blame::Program, CallError::Failed(why), false)
    }

    /// The program was killed, possibly for a reason of the machine.
    pub(super) fn killed(why: String) -> Self {
        Self { has_result: true, ..Self::new(Blame::Program, CallError::Failed(why), true) }
    }

    /// The server no longer has the blobs of a result.
    pub(super) fn evicted() -> Self {
        let error = CallError::Failed("a file of the result is missing on the server".to_owned());
        Self { has_result: true, ..Self::new(Blame::Machine, error, true) }
    }
}

/// Whether another attempt may succeed after this code. A failed precondition means a missing blob, which every attempt uploads
/// again. Some servers report this as an internal error.
fn is_transient(code: Code) -> bool {
    matches!(
        code,
        Code::Unavailable
            | Code::Aborted
            | Code::Internal
            | Code::Unknown
            | Code::Cancelled
            | Code::ResourceExhausted
            | Code::FailedPrecondition
    )
}
