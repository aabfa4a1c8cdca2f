//! [`UniformClip`]: the clip bone by bone.

use crate::Transform;
use crate::compressed_clip::Channel;

/// A channel of a bone with a key a frame.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UniformTrack {
    /// The bone's number in the skeleton.
    pub bone: u16,
    /// What of it.
    pub channel: Channel,
    /// A local value a frame; the fourth number is that of rotations, 0 for others.
    pub keys: Vec<[f32; 4]>,
}

/// An animation with a key a frame for whatever moves.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UniformClip {
    /// The asset name of the skeleton, empty if the game knows it anyway.
    pub skeleton: String,
    /// Frames, at least 1: see [`FrameTimes`](crate::FrameTimes).
    pub frames: u32,
    /// Frames a second; finite, above 0.
    pub frame_rate: f32,
    /// Seconds that it lasts; finite, not negative.
    pub duration: f32,
    /// Each bone's local transform, as far as no track moves it. Rotations are of unit length.
    pub still: Vec<Transform>,
    /// By block of eight bones, in it by channel, in it by bone. Rotations are of unit length, each on the side of the one
    /// before it.
    pub tracks: Vec<UniformTrack>,
}

/// Where a track stands among those of its clip.
pub(super) fn track_order(track: &UniformTrack) -> (u16, Channel, u16) {
    (track.bone / 8, track.channel, track.bone % 8)
}
