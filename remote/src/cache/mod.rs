//! Opens caches of all kinds, and verifies what is read from them.

mod examine;
mod known;
mod open;
mod verified;

pub use examine::{ServerReport, examine};
pub(crate) use open::{open_cache, start_runtime};
pub(crate) use verified::Cache;
