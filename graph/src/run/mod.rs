//! Bringing assets up to date: all in parallel, each once, and those first that others need.

mod asset_build;
mod background_flush;
mod job;
mod scheduler;
mod stage_guard;
mod staging;

pub use stage_guard::in_stage;

pub(crate) use asset_build::Workshop;
pub(crate) use job::{Job, Work};
pub(crate) use scheduler::{RING, Resolver};
pub(crate) use staging::{Staged, Staging};
