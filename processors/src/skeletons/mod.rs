//! Skeletons: a processor for skeleton files, the skeleton that a parameter names, paths of bones, and checks of a clip's unit.

mod bone_paths;
mod named;
mod skeleton;
mod unit_ratio;

pub(crate) use bone_paths::BonePaths;
pub(crate) use named::{named_skeleton, set_skeleton};
pub(crate) use unit_ratio::{other_unit, warn_of_units};

pub use skeleton::SkeletonProcessor;
pub use unit_ratio::{MovedBone, UNIT_HELP, times, unit_ratio};
