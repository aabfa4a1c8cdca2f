//! Clips as their sources say them: key frames, curves, samples, motion, events.

mod animation;
mod curves;
mod events;
mod motion_deltas;

pub use animation::{AnimationSource, KeyFrameSource};
pub use curves::{
    Curve, CurveClipSource, CurveKey, CurveTrackSource, CurveWrap, SampledClipSource, SampledTrackSource,
};
pub use events::{ClipEventsSource, EventSource};
pub use motion_deltas::{MotionDeltaSource, MotionDeltasSource};
