//! The health of a remote cache: whether it may be used, counters, and warnings for the user.

mod breaker;
mod execution_warnings;
mod help;
mod tally;
mod warnings;

pub(crate) use breaker::{Breaker, CallKind, Opened};
pub(crate) use execution_warnings::ExecutionWarnings;
pub(crate) use help::Help;
pub(crate) use tally::{Count, Tally};
pub(crate) use warnings::{Damage, Warnings};
