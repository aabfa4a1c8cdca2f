//! Other machines that run actions: a server of the Remote Execution API.
//!
//! ```text
//! request     the action, its command and its working folder as messages; each input file hashed once
//! stored      uploads what the server lacks
//! operation   has the server run the action, and follows it
//! outputs     reads what the action wrote, and verifies it
//! machines    does these in turn, and again if a machine fails
//! ```
//!
//! Every step ends within a bounded time. A server that fails is not used for the rest of the build.

mod excerpt;
mod executor;
mod failure;
mod input_root;
mod inputs;
mod machines;
mod operation;
mod outputs;
mod request;
mod running;
mod settings;
mod stored;

pub(crate) use executor::Executor;
pub use settings::{ACTION_TIMEOUT, ExecutionSettings};
