//! Converts local transforms of all bones to tracks for the channels that move.

use rigmill_format::compressed_clip::Channel;
use rigmill_format::{Transform, UniformClip, UniformTrack};

use crate::clips::compression::SourceClip;
use crate::clips::interpolation::{continuous, normalize};

/// Creates a clip with one key per frame for each channel that moves. All other channels have a single value.
///
/// Rotations are normalized. Of two opposite quaternions, the one nearer to the previous key is stored. Numbers that are not
/// finite are kept, and rejected when the clip is encoded. The clip ends with its last frame.
#[must_use]
pub fn uniform_clip(source: &SourceClip) -> UniformClip {
    let bones = source.bones.len();
    let mut tracks = Vec::new();
    let mut still = Vec::with_capacity(bones);
    for bone in 0..bones {
        let keys = || source.locals.iter().skip(bone).step_by(bones);
        let rotations = continuous(keys().map(|key| normalize(key.rotation)).collect());
        let translations: Vec<_> = keys().map(|key| padded(key.translation)).collect();
        let scales: Vec<_> = keys().map(|key| padded(key.scale)).collect();
        let mut local = source.bones[bone].bind;
        local.rotation = normalize(local.rotation);
        let mut keep = |channel, keys: Vec<[f32; 4]>| {
            if keys.iter().all(|key| *key == keys[0]) {
                set_channel(&mut local, channel, keys.first());
            } else {
                tracks.push(UniformTrack { bone: u16::try_from(bone).unwrap_or(u16::MAX), channel, keys });
            }
        };
        keep(Channel::Rotation, rotations);
        keep(Channel::Translation, translations);
        keep(Channel::Scale, scales);
        still.push(local);
    }
    tracks.sort_by_key(|track| (track.bone / 8, track.channel, track.bone));
    let frames = u32::try_from(source.frames()).unwrap_or(u32::MAX);
    let (frame_rate, duration) = (source.frame_rate, source.duration);
    UniformClip { skeleton: String::new(), frames, frame_rate, duration, still, resting: Vec::new(), tracks }
}

/// Sets a channel to its only value.
fn set_channel(local: &mut Transform, channel: Channel, value: Option<&[f32; 4]>) {
    let Some(&[x, y, z, w]) = value else { return };
    match channel {
        Channel::Rotation => local.rotation = [x, y, z, w],
        Channel::Translation => local.translation = [x, y, z],
        Channel::Scale => local.scale = [x, y, z],
    }
}

fn padded([x, y, z]: [f32; 3]) -> [f32; 4] {
    [x, y, z, 0.0]
}
