#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! This crate reads and writes KTX 2.0, the texture container of the Khronos Group, and converts between bytes and plain
//! values.
//!
//! [`decode`] reads textures and cube maps whose texels GPUs can use directly, including files with Zstandard supercompression.
//! [`encode`] writes the same textures without supercompression. The crate ktx2 parses headers and data format descriptors.
//! This crate compares the texels with the header before it allocates memory.
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
