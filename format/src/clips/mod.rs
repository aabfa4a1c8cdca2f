//! Clips: key frames, curves, uniform samples and compressed samples, with their events and their morph target weights.

pub mod animation_sequence;
pub mod compressed_clip;
pub mod curve_clip;
pub mod curves;
pub mod events;
mod frame_times;
mod resting;
pub mod sampled_clip;
pub mod uniform_clip;
pub mod weights;

pub use frame_times::FrameTimes;
