//! Settings of pose layers, which move a character in addition to its clips.

pub mod breath;
mod easing;
pub mod spring_bones;

pub use easing::Easing;
