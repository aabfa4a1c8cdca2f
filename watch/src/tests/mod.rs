//! Tests of watching: the parts by themselves, then the whole on real files.

mod bursts;
mod coalescing;
mod files;
mod folders;
mod latency;
mod life;
mod limits;
mod mirror;
mod overflow;
mod polling;
mod root;
mod scopes;
mod signals;
mod snapshots;
mod support;
