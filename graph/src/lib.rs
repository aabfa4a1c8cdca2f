//! The build graph: what has to be done, and no more.
//!
//! An asset is three actions in a row, import, process and write. Each has a [`Key`] made of everything it is given;
//! what it looked at besides is remembered as its dependencies. An action whose key and dependencies were seen before
//! is not run again: its result is in the project's state, or in the object cache that all projects share. Downstream
//! keys are made of digests of results, so an action that gives the result it gave before stops the rebuild there.
//!
//! A build goes through five steps, one module each, and data flows one way through them:
//! [`Project`] -> plan (which assets, which stages) -> check (what changed, as [`Reason`]s) -> chain (run what is not
//! known, all assets in parallel) -> commit (put all new files in place, save the state).
//!
//! Invariants: no result depends on order, thread count, path, locale or clock; a file of the output folder appears
//! whole or not at all; the state never vouches for what was not read or written; nothing is written outside the
//! output folder and the cache.

mod ask;
mod build;
mod cache;
mod check;
mod commit;
mod disk;
mod error;
mod plan;
mod project;
mod records;
mod report;
mod run;
mod sources;
mod state;

pub use ask::{
    AssetSurvey, DependencySurvey, Examination, OutputSurvey, StageParamsSurvey, StageSurvey, check, examine, survey,
    survey_params,
};
pub use build::{Changed, build, rebuild, target_must_be_known};
pub use cache::{CacheFolder, CacheStats, DEFAULT_CACHE_SIZE, ObjectCache, RemovedPack, VerifiedPack};
pub use commit::clean;
pub use disk::{Disk, Instant, Links, OpenFile, RealDisk, Refused, RegularFile, SourceFile, Stamp, read_file};
pub use error::GraphError;
pub use plan::Recipe;
pub use project::{Located, MANIFEST, Manifest, Mark, Param, Project, Rule, STATE_FOLDER};
pub use records::{Key, RecipeRecord, RecordError};
pub use report::{
    Activity, AssetReport, BuildOptions, BuildReport, Change, Observer, Order, Reason, Recorder, Span, StageKind,
    Status, Unobserved,
};
pub use run::in_stage;
