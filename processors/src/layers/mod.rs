//! Pose layers: breathing, and chains of bones that swing.

mod breath;
mod skeleton_bones;
mod spring;

pub use breath::BreathProcessor;
pub use spring::SpringProcessor;
