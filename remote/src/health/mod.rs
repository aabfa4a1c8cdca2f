//! How a remote cache does: whether it is used, what was counted, what the user should know.

mod breaker;
mod tally;
mod warnings;

pub(crate) use breaker::{Breaker, CallKind};
pub(crate) use tally::Tally;
pub(crate) use warnings::{Damage, Warnings};
