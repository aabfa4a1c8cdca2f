//! How a remote cache does: whether it is used, what was counted, what the user should know.

mod breaker;
mod execution_warnings;
mod tally;
mod warnings;

pub(crate) use breaker::{Breaker, CallKind, Opened};
pub(crate) use execution_warnings::ExecutionWarnings;
pub(crate) use tally::{Count, Tally};
pub(crate) use warnings::{Damage, Warnings};
