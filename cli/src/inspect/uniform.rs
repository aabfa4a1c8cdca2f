//! Uniform clips.

use rigmill_format::compressed_clip::Channel;
use rigmill_format::{ContentType, Transform, UniformClip, UniformClipView};
use serde::Serialize;

/// A uniform clip for people.
pub(super) fn uniform_clip(clip: UniformClipView<'_>) -> String {
    let count = |channel: usize| clip.masks().iter().map(|masks| masks[channel].count_ones()).sum::<u32>();
    format!(
        "\n{} bones of skeleton {:?}, {} frames at {} frames a second, {} s, {} bytes when it is sampled\n  \
         {} rotations, {} translations and {} scales have keys\n",
        clip.bones(),
        clip.skeleton(),
        clip.frames(),
        clip.frame_rate(),
        clip.duration(),
        clip.sampled_len(),
        count(0),
        count(1),
        count(2),
    )
}

#[derive(Serialize)]
pub(super) struct UniformClipJson {
    r#type: &'static str,
    content_version: u16,
    skeleton: String,
    frames: u32,
    frame_rate: f32,
    duration: f32,
    still: Vec<TransformJson>,
    tracks: Vec<TrackJson>,
}

#[derive(Serialize)]
struct TransformJson {
    translation: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
}

#[derive(Serialize)]
struct TrackJson {
    bone: u16,
    channel: &'static str,
    keys: Vec<Vec<f32>>,
}

impl UniformClipJson {
    pub(super) fn of(content_version: u16, clip: UniformClipView<'_>) -> Self {
        let UniformClip { skeleton, frames, frame_rate, duration, still, tracks } = clip.to_owned();
        let track = |track: rigmill_format::UniformTrack| {
            let (channel, numbers) = match track.channel {
                Channel::Rotation => ("rotation", 4),
                Channel::Translation => ("translation", 3),
                Channel::Scale => ("scale", 3),
            };
            let keys = track.keys.iter().map(|key| key[..numbers].to_vec()).collect();
            TrackJson { bone: track.bone, channel, keys }
        };
        let transform = |Transform { translation, rotation, scale }| TransformJson { translation, rotation, scale };
        Self {
            r#type: ContentType::UniformClip.name(),
            content_version,
            skeleton,
            frames,
            frame_rate,
            duration,
            still: still.into_iter().map(transform).collect(),
            tracks: tracks.into_iter().map(track).collect(),
        }
    }
}
