//! Curve clips: a curve with tangents for each component of each bone.

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
