//! Clips as their sources say them: key frames, curves, samples, motion.

mod animation;
mod curves;
mod motion_deltas;

pub use animation::{AnimationSource, KeyFrameSource};
pub use curves::{
    Curve, CurveClipSource, CurveKey, CurveTrackSource, CurveWrap, SampledClipSource, SampledTrackSource,
};
pub use motion_deltas::{MotionDeltaSource, MotionDeltasSource};
