//! The options and the report of a build.

mod asset_filter;
mod build_report;
mod ignored_paths;
mod isolation;
mod options;
mod reason;
mod remote_executor;
mod timing;

pub use asset_filter::AssetFilter;
pub use build_report::{AssetReport, BuildReport, NoObserver, Observer, StageKind, Status};
pub use ignored_paths::IgnoredPaths;
pub use isolation::Isolation;
pub use options::{BuildOptions, Order};
pub use reason::{Change, Reason};
pub use remote_executor::{
    ActionProgress, ExecutionReport, ExecutorAccess, InputFile, OutputFile, RemoteAction, RemoteExecutor, RunningAction,
};
pub use timing::{Activity, Recorder, Span};

pub(crate) use reason::{param_reasons, stage_reasons};
pub(crate) use timing::{OpenSpan, Timer};
