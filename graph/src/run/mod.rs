//! Brings assets up to date: in parallel, each asset once, and dependencies before their dependents.

mod action_cache;
mod action_context;
mod action_inputs;
mod answers;
mod asset_build;
mod background_flush;
mod cache_lookup;
mod disclosure;
mod execution;
mod failures;
mod isolation;
mod job;
mod known;
mod last_build;
mod permits;
mod provenance;
mod remote_run;
mod scheduler;
mod stage_guard;
mod stage_run;
mod staging;
mod task;
mod wait_graph;
mod write_action;

pub use stage_guard::note_stage_panic;

pub(crate) use action_context::ActionContext;
pub(crate) use execution::Execution;
pub(crate) use job::Job;
pub(crate) use permits::StagePermits;
pub(crate) use remote_run::worker_folder;
pub(crate) use scheduler::Scheduler;
pub(crate) use staging::{Staged, Staging};
