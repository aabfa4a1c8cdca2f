//! Tests of the individual parts, followed by tests of the whole crate with real files.

mod bursts;
mod coalescing;
mod files;
mod folders;
mod latency;
mod life;
#[cfg(target_os = "linux")]
mod limits;
mod mirror;
mod overflow;
mod polling;
mod root;
mod scopes;
mod signals;
mod snapshots;
mod support;
