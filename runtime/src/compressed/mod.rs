//! Sampling compressed clips into blocks of eight bones.

mod group;
mod sample;
mod unpack;
#[cfg(target_arch = "x86_64")]
mod unpack_avx2;

pub use sample::{CompressedSampleJob, CompressedScratch};
