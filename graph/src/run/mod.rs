//! Brings assets up to date: in parallel, each asset once, and dependencies before their dependents.

mod action_cache;
mod action_inputs;
mod answers;
mod asset_build;
mod background_flush;
mod disclosure;
mod isolation;
mod job;
mod permits;
mod remote_run;
mod scheduler;
mod stage_guard;
mod staging;
mod wait_graph;

pub use stage_guard::note_stage_panic;

pub(crate) use asset_build::ActionContext;
pub(crate) use job::Job;
pub(crate) use permits::StagePermits;
pub(crate) use remote_run::{Execution, worker_folder};
pub(crate) use scheduler::Scheduler;
pub(crate) use staging::{Staged, Staging};
