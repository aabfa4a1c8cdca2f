//! Uniform clips.

use rigmill_format::compressed_clip::Channel;
use rigmill_format::{ContentType, Transform, UniformClip, UniformClipView, UniformTrack};
use serde::Serialize;

use super::compressed::resting;
use crate::output::object::object;

/// A uniform clip for people.
pub(super) fn uniform_clip(clip: UniformClipView<'_>) -> String {
    let count = |channel: usize| clip.masks().iter().map(|masks| masks[channel].count_ones()).sum::<u32>();
    format!(
        "\n{} bones of skeleton {:?}, {} frames at {} frames per second, {} s, {} bytes when it is sampled\n  \
         {} rotations, {} translations and {} scales have keys\n{}",
        clip.bones(),
        clip.skeleton(),
        clip.frames(),
        clip.frame_rate(),
        clip.duration(),
        clip.sampled_len(),
        count(0),
        count(1),
        count(2),
        resting(&clip.resting().collect::<Vec<_>>()),
    )
}

pub(super) fn uniform_clip_json(version: u16, clip: UniformClipView<'_>) -> impl Serialize {
    let UniformClip { skeleton, frames, frame_rate, duration, still, resting, tracks } = clip.to_owned();
    let track = |track: UniformTrack| {
        let (channel, components) = match track.channel {
            Channel::Rotation => ("rotation", 4),
            Channel::Translation => ("translation", 3),
            Channel::Scale => ("scale", 3),
        };
        let keys = track.keys.iter().map(|key| key[..components].to_vec());
        object! { bone: track.bone, channel: channel, keys: keys.collect::<Vec<_>>() }
    };
    let transform = |it: Transform| object! { translation: it.translation, rotation: it.rotation, scale: it.scale };
    object! {
        r#type: ContentType::UniformClip.name(),
        content_version: version,
        skeleton: skeleton,
        frames: frames,
        frame_rate: frame_rate,
        duration: duration,
        resting: resting,
        still: still.into_iter().map(transform).collect::<Vec<_>>(),
        tracks: tracks.into_iter().map(track).collect::<Vec<_>>(),
    }
}
