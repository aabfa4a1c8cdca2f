//! Questions about a project other than a build: what a build would do, whether it can, whether its stages are deterministic.

mod determinism;
mod examine;
mod recorded_assets;
mod survey;

pub use determinism::check;
pub use examine::{Examination, examine};
pub use survey::{AssetSurvey, DependencySurvey, OutputSurvey, StageParamsSurvey, StageSurvey, survey, survey_params};
