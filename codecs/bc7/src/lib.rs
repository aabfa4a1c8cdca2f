#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! A block of pixels becomes sums and covariances, and then a list of promising choices: a mode of the format, and how the mode
//! divides pixels into subsets or channels into groups. Each choice is fitted to the pixels: endpoints along the principal axis,
//! the nearest indices, endpoints by least squares, and so on. The block with the smallest sum of squared differences wins.
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
