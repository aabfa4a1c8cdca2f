//! Sampling compressed clips into blocks of eight bones.

mod keys;
mod lanes;
mod pose;
mod sample;

pub use pose::{PoseBlock, pose_blocks};
pub use sample::{CompressedSampleJob, CompressedScratch};
