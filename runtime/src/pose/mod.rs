//! Poses in blocks of eight bones: blending them, and what comes of them.

#![expect(
    clippy::needless_range_loop,
    reason = "rounds over the eight lanes of several arrays become vector instructions"
)]

mod additive;
mod blend;
mod block;
pub(crate) mod fade;
mod layer;
mod rig;
mod skinning;
mod to_model;
mod weights;

pub use additive::MakeAdditiveJob;
pub use blend::BlendJob;
pub use block::{PoseBlock, pose_blocks};
pub use layer::BlendLayer;
pub use rig::Rig;
pub use skinning::{Matrix3x4, SkinningPaletteJob, matrix_3x4};
pub use to_model::PoseToModelJob;
pub use weights::{WeightBlock, weight_blocks};
