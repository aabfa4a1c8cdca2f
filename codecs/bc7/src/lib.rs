#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! The compressor computes sums and covariances for each block of pixels, and derives a list of promising choices. A choice
//! consists of a mode of the format, and of the mode's way to divide pixels into subsets or channels into groups. Each choice
//! is fitted to the pixels in several steps: endpoints on the principal axis, the nearest indices, then endpoints by least
//! squares. The block with the smallest sum of squared differences wins.
//!
//! Source of the format: Khronos Data Format Specification 1.3, section 20 (BPTC).

mod block;
mod compress;
mod effort;
mod fit;
mod modes;
mod search;

pub use compress::compress;
pub use effort::Effort;

#[cfg(test)]
mod tests;
