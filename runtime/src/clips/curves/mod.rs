//! Curves of bones: grouped when they are loaded, and evaluated many at a time.

mod beyond;
mod binding;
mod clip;
mod cycle;
mod lanes;
mod player;
mod pose_player;
mod pose_tracks;
mod sampled;
mod stream;
mod timeline;
mod tracks;

pub use clip::CurveClip;
pub use player::CurvePlayer;
pub use pose_player::PosePlayer;
pub(super) use pose_tracks::PoseTracks;
pub use sampled::SampledClip;

#[cfg(test)]
mod tests;
