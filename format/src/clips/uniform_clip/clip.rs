//! [`UniformClip`]: the clip bone by bone.

use crate::Transform;
use crate::compressed_clip::Channel;

/// A channel of a bone with a key per frame.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UniformTrack {
    /// The bone's number in the skeleton.
    pub bone: u16,
    /// The channel.
    pub channel: Channel,
    /// A local value per frame; the fourth number is that of rotations, 0 for others.
    pub keys: Vec<[f32; 4]>,
}

/// An animation with a key per frame for each channel that moves.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UniformClip {
    /// The asset name of the skeleton, empty if the game knows it anyway.
    pub skeleton: String,
    /// Frames, at least 1: see [`FrameTimes`](crate::FrameTimes).
    pub frames: u32,
    /// Frames a second; finite, above 0.
    pub frame_rate: f32,
    /// Seconds; finite, not negative.
    pub duration: f32,
    /// Each bone's local transform, for the channels without a track. Rotations are of unit length.
    pub still: Vec<Transform>,
    /// The bones that the source does not move, in ascending order: they have no tracks, and are left to other clips.
    #[cfg_attr(feature = "serde", serde(default))]
    pub resting: Vec<u16>,
    /// By block of eight bones, in it by channel, in it by bone. Rotations are of unit length, each in the
    /// hemisphere of the one before it.
    pub tracks: Vec<UniformTrack>,
}

/// The sort key of a track among those of its clip.
pub(super) fn track_order(track: &UniformTrack) -> (u16, Channel, u16) {
    (track.bone / 8, track.channel, track.bone % 8)
}
