//! Poses in blocks of eight bones.

mod block;
pub(crate) mod lanes;

pub use block::{PoseBlock, pose_blocks};
