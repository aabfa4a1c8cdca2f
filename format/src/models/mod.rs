//! Skeletons, models, collision meshes, textures and fonts.

pub mod collision_mesh;
pub mod font;
pub mod model;
mod model_with_clips;
pub mod skeleton;
pub mod texture;

pub use model_with_clips::{ModelWithClips, NamedClip};
