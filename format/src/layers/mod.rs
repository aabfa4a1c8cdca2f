//! Pose layers: what moves a character on top of its clips.

pub mod breath;
mod easing;
pub mod spring_bones;

pub use easing::Easing;
