//! Skeletons, models and what they consist of.

pub mod collision_mesh;
pub mod model;
mod model_with_clips;
pub mod skeleton;
pub mod texture;

pub use model_with_clips::{ModelWithClips, NamedClip};
