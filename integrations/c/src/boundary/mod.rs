//! The boundary between C and Rust: calls, errors, handles, and the caller's memory.

mod call;
mod failure;
pub(crate) mod pointers;
pub(crate) mod table;

pub(crate) use call::call;
pub use call::rigmill_last_error;
pub(crate) use failure::Failure;
pub use failure::RigmillStatus;
pub(crate) use table::{Handle, handles};
