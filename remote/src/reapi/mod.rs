//! The messages of the [Remote Execution API](https://github.com/bazelbuild/remote-apis), version 2, that are needed for a
//! cache and for the execution of actions.
//!
//! The messages declare only the fields that are used. A field that is not declared costs nothing to decode, however often a
//! server repeats it. [`codec`] limits the number of declared fields.

mod action;
pub(crate) mod codec;
mod messages;

pub(crate) use action::{ActionKey, StoredValue, encode_result};
pub(crate) use messages::*;
