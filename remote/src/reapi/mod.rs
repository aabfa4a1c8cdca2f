//! The messages of the [Remote Execution API](https://github.com/bazelbuild/remote-apis), version 2, as far as a cache and
//! the execution of actions need them.
//!
//! The messages are declared here, with no more fields than are used: a field that is not declared costs nothing to decode,
//! however often a server repeats it. [`codec`] bounds the fields that are.

mod action;
pub(crate) mod codec;
mod messages;

pub(crate) use action::{ActionKey, StoredValue, encode_result};
pub(crate) use messages::*;
