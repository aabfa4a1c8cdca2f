#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Reads and writes KTX 2.0, the Khronos container of textures: bytes to plain values and back.
//!
//! [`decode`] reads textures and cube maps with texels for GPUs, also supercompressed by Zstandard. [`encode`] writes the
//! same without supercompression. The crate ktx2 knows headers and data format descriptors; here the texels are compared
//! with what the header says before anything is allocated.
//!
//! Source: KTX File Format Specification 2.0.4.

mod error;
mod format;
mod read;
mod texture;
mod write;

pub use error::Error;
pub use format::{Format, Texels};
pub use read::decode;
pub use texture::Ktx2;
pub use write::encode;

#[cfg(test)]
mod tests;
