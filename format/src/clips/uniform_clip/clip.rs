//! [`UniformClip`]: a uniform clip as a value, with one track per bone and channel.

use crate::Transform;
use crate::compressed_clip::Channel;

/// A channel of a bone with one key per frame.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UniformTrack {
    /// The bone's number in the skeleton.
    pub bone: u16,
    /// The channel.
    pub channel: Channel,
    /// One value per frame, in local space. The fourth number is only used for rotations, and is 0 for other channels.
    pub keys: Vec<[f32; 4]>,
}

/// An animation with one key per frame for each channel that moves.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UniformClip {
    /// The asset name of the skeleton. May be empty if the game knows the skeleton.
    pub skeleton: String,
    /// The number of frames, at least 1. See [`FrameTimes`](crate::FrameTimes).
    pub frames: u32,
    /// The number of frames per second; finite and above 0.
    pub frame_rate: f32,
    /// The duration in seconds; finite and not negative.
    pub duration: f32,
    /// Each bone's local transform, for the channels without a track. Rotations are normalized.
    pub still: Vec<Transform>,
    /// The bones that the source does not move, in ascending order. They have no tracks, so other clips can move them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub resting: Vec<u16>,
    /// The tracks, ordered by block of eight bones, then by channel, then by bone. Rotations are normalized, and each is in the
    /// hemisphere of the rotation before it.
    pub tracks: Vec<UniformTrack>,
}

/// The key by which the tracks of a clip are sorted.
pub(super) fn track_order(track: &UniformTrack) -> (u16, Channel, u16) {
    (track.bone / 8, track.channel, track.bone % 8)
}
