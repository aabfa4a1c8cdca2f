//! Poses in blocks of eight bones: sampled from clips, blended, and converted to matrices.
//!
//! A pose has one block per eight bones. The lanes after the last bone are unused. [`JobError`](crate::error::JobError)
//! describes how jobs handle buffers that are longer or shorter than needed.

#![expect(
    clippy::needless_range_loop,
    reason = "rounds over the eight lanes of several arrays become vector instructions"
)]

pub(crate) mod additive;
mod blend;
mod block;
mod compressed;
pub(crate) mod dispatch;
pub(crate) mod fade;
mod ik;
mod lanes;
mod layer;
pub(crate) mod prefetch;
mod quad;
mod rig;
mod simd_level;
mod skinning;
mod to_model;
mod uniform;
mod weights;

pub use additive::MakeAdditiveJob;
pub use blend::BlendJob;
pub use block::{PoseBlock, pose_blocks};
pub use compressed::{CompressedSampleJob, CompressedScratch};
pub use ik::{AimIkJob, TwoBoneIkJob};
pub use layer::BlendLayer;
pub use rig::Rig;
pub use simd_level::{SimdLevel, set_simd_level, simd_level};
pub use skinning::{Matrix3x4, SkinningPaletteJob, matrix_3x4};
pub use to_model::PoseToModelJob;
pub use uniform::UniformSampleJob;
pub use weights::{WeightBlock, weight_blocks};
