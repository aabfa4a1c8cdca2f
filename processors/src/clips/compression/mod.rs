//! Compression of clips within a guaranteed error bound.
//!
//! The error of a bone is measured at three points on a shell around it, one along each of its axes. It is the distance, in
//! model space, between the position of such a point in the decoded clip and its position in the source, as the source's own
//! rules play it. It is measured at every frame, at sixteenths between frames and at the source's keys. A clip is only reported
//! as within its bound if the largest of these errors is. `docs/compression.md` explains the algorithm.

mod affine;
mod assemble;
mod error;
mod measure;
mod millimetres;
mod params;
mod plan;
mod processors;
mod quantize;
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
