//! Other machines that run actions: a server of the Remote Execution API.
//!
//! ```text
//! request     the action, its command and its working folder as messages; each input file is hashed once
//! stored      uploads the blobs that the server lacks
//! operation   starts the action on the server and follows it
//! outputs     reads and verifies the files that the action wrote
//! machines    performs these steps in order, and repeats them if a machine fails
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
