//! A cache of any kind: opening it, and what is read from it.

mod known;
mod open;
mod verified;

pub(crate) use open::open_cache;
pub(crate) use verified::{Cache, LOOKUP_TIME};
