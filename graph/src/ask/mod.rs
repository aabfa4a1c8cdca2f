//! Answers questions about a project without building it for real: what a build would do, whether a build is possible, and
//! whether the stages are deterministic.

mod determinism;
mod examine;
mod recorded_assets;
mod survey;

pub use determinism::check;
pub use examine::{Examination, examine};
pub use survey::{AssetSurvey, DependencySurvey, OutputSurvey, StageParamsSurvey, StageSurvey, survey, survey_params};
