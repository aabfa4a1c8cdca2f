//! Compression of clips within a guaranteed error bound.
//!
//! The error is the distance in model space of three points on a shell round each bone, along its axes, from where the source
//! has them by its own rules. It is measured on what decoding gives, at every frame, at sixteenths between frames and at the
//! source's keys, and a clip is only returned if the largest error is within the bound. How it works: `docs/compression.md`.

mod affine;
mod assemble;
mod error;
mod measure;
mod params;
mod plan;
mod processors;
mod quantise;
mod rates;
mod reference;
mod reference_poses;
mod search;
mod sensitivity;
mod source;
mod steps;
#[cfg(test)]
mod tests;

pub use error::CompressError;
pub use params::{BoneBound, BoneBounds, CompressParams};
pub use processors::{CompressAnimationProcessor, CompressSceneProcessor};
pub use rates::rates;
pub use reference::{ReferenceClip, SourceBone};
pub use search::{Bound, Compressed, compress};
pub(crate) use source::NUMBERS;
pub use source::SourceClip;
