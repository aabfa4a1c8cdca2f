//! The processor `sampled-clip`: clips as curves with a key a frame.

mod bones;
mod key_budget;
mod key_times;
pub(crate) mod on_skeleton;
mod params;
mod processors;
pub(crate) mod sampler;
mod tangents;
#[cfg(test)]
mod tests;

pub(crate) use bones::Bones;
pub(crate) use key_budget::check_keys;
pub(crate) use key_times::{KeyTimes, Place, own_rate};
pub(crate) use processors::{skeleton, tell_unknown, too_many};
pub(crate) use sampler::continuous;
pub(crate) use tangents::smooth;

pub use key_budget::KeyCount;
pub use params::{SampledAnimationParams, SampledSceneParams};
pub use processors::{SampledAnimationProcessor, SampledClipProcessor, SampledSceneProcessor};
