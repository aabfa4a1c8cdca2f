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

mod ahead;
mod build;
mod cache;
mod chain;
mod check;
mod claims;
mod clean;
mod commit;
mod determinism;
mod disk;
mod drift;
mod error;
mod examine;
mod fingerprint;
mod folder;
mod globs;
mod guarded;
mod job;
mod key;
mod lock;
mod manifest;
mod memo;
mod names;
mod options;
mod pending;
mod plan;
mod project;
mod reason;
mod recipe;
mod recorded;
mod regular_file;
mod report;
mod resolver;
mod sightings;
mod source_file;
mod staging;
mod stamp;
mod state;
mod survey;
mod target_files;
mod timing;
mod tree;
mod unclaimed;
mod unlink;
mod unmatched;
mod view;
mod world;

pub use build::{Changed, build, rebuild, target_must_be_known};
pub use cache::{CacheFolder, CacheStats, DEFAULT_CACHE_SIZE, ObjectCache, RemovedPack, VerifiedPack};
pub use chain::in_stage;
pub use clean::clean;
pub use determinism::check;
pub use disk::{Disk, OpenFile, RealDisk};
pub use error::GraphError;
pub use examine::{Examination, examine};
pub use guarded::RecordError;
pub use key::Key;
pub use lock::Mark;
pub use manifest::{Located, MANIFEST, Manifest, Param, Rule};
pub use options::{BuildOptions, Order};
pub use project::{Project, STATE_FOLDER};
pub use reason::{Change, Reason};
pub use recipe::{Recipe, RecipeRecord};
pub use regular_file::{Refused, RegularFile, read_file};
pub use report::{AssetReport, BuildReport, Observer, StageKind, Status, Unobserved};
pub use source_file::{Links, SourceFile};
pub use stamp::{Instant, Stamp};
pub use survey::{AssetSurvey, DependencySurvey, OutputSurvey, StageParamsSurvey, StageSurvey, survey, survey_params};
pub use timing::{Activity, Recorder, Span};
