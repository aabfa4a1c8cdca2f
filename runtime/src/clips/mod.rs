//! Clips of all types, sampled as whole poses or bone by bone.

mod bone_clip;
mod clip;
mod curves;
mod keys;
mod played;
mod pose_cache;
pub(crate) mod rules;
mod sample_job;
mod sequence_tracks;

pub use bone_clip::BoneClip;
pub use clip::{Clip, ClipContent, Companions};
pub use curves::{CurveClip, CurvePlayer, PosePlayer, SampledClip};
pub use keys::{KeyFrame, KeyIndex};
pub use played::{Played, PlayedEvent};
pub(crate) use pose_cache::PoseCache;
pub use rules::Rules;
pub use sample_job::SampleJob;
