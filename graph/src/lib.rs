#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! The build graph: decides what to build, and builds only that.
//!
//! An asset is built by three actions: import, process and write. Each has an [`ActionKey`], the digest of all its inputs;
//! the queries of its stages are recorded as its dependencies. An action whose key is known and whose dependencies are
//! unchanged is not run again: its record is in the project's state, or in the object cache that all projects share, and so
//! are the artifacts, the bytes of the output files. The keys of later actions contain the digests of the results of earlier
//! ones, so an action with an unchanged result ends the rebuild of the asset (early cutoff).
//!
//! A build has five steps, and data flows one way through them, a module each:
//! `project` (folders and manifest) -> `plan` (which assets, which stages; from `sources` and `state`) -> `check` (what changed,
//! as [`Reason`]s) -> `run` (actions that are neither in `state` nor in `cache`, all assets in parallel) -> `commit` (move
//! new files to the output folder, save the state). `build` calls them in this order; `ask` contains what needs no build.
//!
//! Invariants: no result depends on order, number of threads, path, locale or clock; a file in the output folder appears
//! completely or not at all; the state contains only digests of files that were read or written; nothing is written outside
//! the output folder and the cache.

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
pub use build::{Changed, WorkerTask, build, rebuild, run_isolated, run_worker, target_must_be_known};
pub use cache::{
    ArtifactFile, CacheFolder, CacheStats, DEFAULT_CACHE_SIZE, MOST_VALUE_BYTES, MakeValue, ObjectCache, RemoteAccess,
    RemoteBlob, RemoteReport, RemoteStore, RemovedPack, Upload, VerifiedPack,
};
pub use commit::clean;
pub use disk::{Disk, Instant, Links, OpenFile, RealDisk, Refused, RegularFile, SourceFile, Stamp, read_file};
pub use error::GraphError;
pub use plan::Recipe;
pub use project::{
    KeyKind, Located, MANIFEST, MANIFEST_KEYS, Manifest, ManifestKey, Mark, Param, Project, RemoteCache,
    RemoteExecution, Rule, Rules, STATE_FOLDER,
};
pub use records::{ActionKey, Origin, OutputName, RecipeRecord, RecordError};
pub use report::{
    ActionProgress, Activity, AssetFilter, AssetReport, BuildOptions, BuildReport, Change, ExecutionReport,
    ExecutorAccess, IgnoredPaths, InputFile, Isolation, NoObserver, Observer, Order, OutputFile, Reason, Recorder,
    RemoteAction, RemoteExecutor, RunningAction, Span, StageKind, Status,
};
pub use run::note_stage_panic;
pub use sources::{IGNORE_FILES, IgnoreMatch, ignoring_line};
pub use state::OUTPUTS_CHECKED_SINGLY;
