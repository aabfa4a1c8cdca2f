//! Compression of clips within a guaranteed error bound.
//!
//! The error is the distance in model space of three points on a shell round each bone, along its axes, from their correct
//! positions. It is measured on what decoding gives, at every frame and half way between frames, and a clip is only returned
//! if the largest error is within the bound. How it works: `docs/compression.md`.

mod affine;
mod assemble;
mod error;
mod params;
mod plan;
mod processors;
mod quantise;
mod search;
mod sensitivity;
mod source;
mod steps;
#[cfg(test)]
mod tests;

pub use error::CompressError;
pub use params::{BoneBound, BoneBounds, CompressParams};
pub use processors::{CompressAnimationProcessor, CompressSceneProcessor};
pub use search::{Bound, Compressed, compress};
pub use source::{SourceBone, SourceClip};
