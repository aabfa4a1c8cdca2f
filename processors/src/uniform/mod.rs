//! The processor `uniform-clip`: a key a frame for whatever moves.

mod make;
mod params;
mod processors;
#[cfg(test)]
mod tests;

pub use make::uniform_clip;
pub use params::UniformClipParams;
pub use processors::{UniformAnimationProcessor, UniformSceneProcessor};
