#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! The build graph decides what to build, and builds only that.
//!
//! Rigmill builds an asset with three actions: import, process and write. Each action has an [`ActionKey`], the digest of all
//! its inputs. The queries of its stage are recorded as its dependencies. An action does not run again if its key is known and
//! its dependencies are unchanged. Its record is then in the project's state or in the object cache, which all projects share,
//! and so are its artifacts (the bytes of the output files). The key of each later action contains the digest of the previous
//! action's result, so the rebuild of an asset ends at the first unchanged result (early cutoff).
//!
//! A build has five steps, each in its own module. Data flows through them in one direction: `project` (folders and manifest)
//! -> `plan` (which assets, which stages; from `sources` and `state`) -> `check` (what changed, as [`Reason`]s) -> `run` (runs
//! the actions whose results are neither in `state` nor in `cache`, all assets in parallel) -> `commit` (moves new files to the
//! output folder, saves the state). `build` calls the steps in this order. `ask` answers questions that need no build.
//!
//! Invariants:
//! - No result depends on the order of work, the number of threads, paths, the locale or a clock.
//! - A file in the output folder appears completely or not at all.
//! - The state contains only digests of files that were read or written.
//! - Nothing is written outside the output folder and the cache.

mod ask;
mod build;
mod check;
mod commit;
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
pub use build::{Changed, WorkerTask, build, rebuild, run_isolated, run_worker, target_must_be_known};
pub use commit::clean;
pub use error::GraphError;
pub use plan::Recipe;
pub use project::{
    KeyKind, Located, MANIFEST, MANIFEST_KEYS, Manifest, ManifestKey, Mark, Param, Project, RemoteCache,
    RemoteExecution, Rule, Rules, STATE_FOLDER, in_manifest,
};
pub use records::{ActionKey, Origin, OutputName, RecipeRecord};
pub use report::{
    ActionProgress, Activity, AssetFilter, AssetReport, BuildOptions, BuildReport, Change, ExecutionReport,
    ExecutorAccess, IgnoredPaths, InputFile, Isolation, NoObserver, Observer, Order, OutputFile, Reason, Recorder,
    RemoteAction, RemoteExecutor, RunningAction, Span, StageKind, Status,
};
pub use run::note_stage_panic;
pub use sources::{IGNORE_FILES, IgnoreMatch, export_help, ignoring_line};
pub use state::MAX_INDIVIDUALLY_CHECKED_OUTPUTS;
