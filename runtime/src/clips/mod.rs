//! Clips of key frames and of curves, sampled bone by bone.

mod bone_clip;
mod curves;
mod keys;
pub(crate) mod rules;
mod sample_job;

pub use bone_clip::BoneClip;
pub use curves::{CurveClip, CurvePlayer, PosePlayer, SampledClip};
pub use keys::{KeyFrame, KeyIndex};
pub use rules::Rules;
pub use sample_job::SampleJob;
