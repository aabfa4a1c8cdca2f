//! Skeletons, models, collision meshes, textures, cube maps and fonts.

pub mod collision_mesh;
pub mod font;
mod mips;
pub mod model;
mod model_with_clips;
pub mod skeleton;
pub mod texture;
pub mod texture_cube;

pub use model_with_clips::{ModelWithClips, NamedClip};
