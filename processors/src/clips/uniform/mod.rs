//! The processor `uniform-clip`: one key per frame for every channel that moves.

mod encode;
mod processors;
#[cfg(test)]
mod tests;

pub use encode::uniform_clip;
pub use processors::{UniformAnimationProcessor, UniformClipParams, UniformSceneProcessor};
