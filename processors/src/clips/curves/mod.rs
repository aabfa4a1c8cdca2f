//! Curve clips: a curve for each component of each bone, with tangents.

mod animation;
mod curve_clip;
mod scene;
mod smooth;
mod values;

pub(crate) use curve_clip::present;
pub(crate) use smooth::smooth_curves;
pub(crate) use values::{POSITION, ROTATION};

pub use animation::{AnimationCurveClipProcessor, AnimationCurveParams};
pub use curve_clip::{CurveClipParams, CurveClipProcessor, Wrap};
pub use scene::SceneCurveClipProcessor;
