//! Clips as their sources describe them: key frames, curves, samples, motion and events.

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
