//! A cache of any kind: opening it, and what is read from it.

mod examine;
mod known;
mod open;
mod verified;

pub use examine::{ServerReport, examine};
pub(crate) use open::{open_cache, start_runtime};
pub(crate) use verified::Cache;
