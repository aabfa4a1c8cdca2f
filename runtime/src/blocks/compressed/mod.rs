//! Samples compressed clips into blocks of eight bones.

mod assemble;
mod between;
mod cursor;
mod group;
mod needed;
mod sample;
mod scratch;
mod spread;
#[cfg(target_arch = "x86_64")]
mod spread_x86;
mod unpack;
#[cfg(target_arch = "x86_64")]
mod unpack_avx2;
#[cfg(target_arch = "x86_64")]
mod unpack_avx512;
mod unpack_quads;

pub use sample::CompressedSampleJob;
pub use scratch::CompressedScratch;
