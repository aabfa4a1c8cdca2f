//! The processor `sampled-clip`: clips as curves with one key per frame.

mod params;
mod processors;
mod sampler;
#[cfg(test)]
mod tests;

pub use params::{SampledAnimationParams, SampledSceneParams};
pub use processors::{SampledAnimationProcessor, SampledClipProcessor, SampledSceneProcessor};
