//! Compressed clips.

use std::fmt::Write;

use rigmill_format::compressed_clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, step_size};
use rigmill_format::{Content, ContentType, DecodeError};
use serde::Serialize;

use crate::output::object::object;

/// Bytes of a transform as ten floats.
const RAW: usize = 40;

/// A clip with its size, and its size as floats.
struct Measured {
    clip: CompressedClip,
    packed: usize,
    raw: usize,
}

impl Measured {
    fn new(bytes: &[u8]) -> Result<Self, DecodeError> {
        let clip = CompressedClip::decode(bytes)?;
        let packed = clip.pack()?.len();
        let raw = RAW * usize::from(clip.bones) * clip.frames as usize;
        Ok(Self { clip, packed, raw })
    }

    fn ratio(&self) -> f64 {
        self.raw as f64 / self.packed as f64
    }

    /// Bits of memory per component of a key, headers included; 0 without keys.
    fn bits(&self) -> f64 {
        let components = 3 * self.clip.tracks.len() * self.clip.frames as usize;
        if components == 0 { 0.0 } else { 8.0 * self.packed as f64 / components as f64 }
    }
}

/// A compressed clip for people.
pub(super) fn compressed_clip(bytes: &[u8]) -> Result<String, DecodeError> {
    let measured = Measured::new(bytes)?;
    let clip = &measured.clip;
    let mut text = format!(
        "\n{} frames at {} a second, {} s; {} bones of {:?}; {} animated channels, {} constant\n",
        clip.frames,
        clip.frame_rate,
        clip.duration,
        clip.bones,
        clip.skeleton,
        clip.tracks.len(),
        clip.constants.len()
    );
    let (packed, raw, ratio, bits) = (measured.packed, measured.raw, measured.ratio(), measured.bits());
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "{packed} bytes in memory for {raw} as floats: {ratio:.1} to 1, {bits:.2} bits a number; {} in the file",
        clip.storage.name()
    );
    if let Some(error) = clip.largest_error {
        let _ = writeln!(text, "the largest error of a point on a shell is {error}, in the clip's unit");
    }
    text += &resting(&clip.resting);
    let _ = writeln!(text, "  {:>5} {:<12} {:<40} {:>9} {:>9} {:>9}", "bone", "channel", "step x, y, z", "x", "y", "z");
    for track in &clip.tracks {
        let steps = track.steps.map(|code| step_size(code).to_string()).join(" ");
        let [x, y, z] = [0, 1, 2].map(|axis| spread(&track.keys, axis));
        let _ = writeln!(text, "  {:>5} {:<12} {steps:<40} {x:>9} {y:>9} {z:>9}", track.bone, name(track.channel));
    }
    for constant in &clip.constants {
        let value = value(constant);
        let _ = writeln!(text, "  {:>5} {:<12} always {value:?}", constant.bone, name(constant.channel));
    }
    Ok(text)
}

/// A line about the bones that the source leaves at rest; nothing if there are none.
pub(super) fn resting(bones: &[u16]) -> String {
    let numbers = || bones.iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
    if bones.is_empty() { String::new() } else { format!("at rest, left to other clips: bones {}\n", numbers()) }
}

/// The components of a constant.
fn value(constant: &ConstantTrack) -> &[f32] {
    &constant.value[..if constant.channel == Channel::Rotation { 4 } else { 3 }]
}

/// The range of one component.
fn spread(keys: &[[i32; 3]], axis: usize) -> String {
    let values = || keys.iter().map(|key| key[axis]);
    format!("{}..{}", values().min().unwrap_or(0), values().max().unwrap_or(0))
}

fn name(channel: Channel) -> &'static str {
    match channel {
        Channel::Rotation => "rotation",
        Channel::Translation => "translation",
        Channel::Scale => "scale",
    }
}

/// The clip as JSON. `steps` is the factor of each integer component of a key; `turns` is the index of a cube rotation for each
/// segment of 16 frames.
pub(super) fn compressed_clip_json(version: u16, bytes: &[u8]) -> Result<impl Serialize + use<>, DecodeError> {
    let measured = Measured::new(bytes)?;
    let (ratio, bits_a_number) = (measured.ratio(), measured.bits());
    let Measured { clip, packed, raw } = measured;
    let constant = |it: &ConstantTrack| object! { bone: it.bone, channel: name(it.channel), value: value(it).to_vec() };
    let track = |it: AnimatedTrack| {
        object! {
            bone: it.bone,
            channel: name(it.channel),
            steps: it.steps.map(step_size),
            turns: it.base_rotations,
            keys: it.keys,
        }
    };
    Ok(object! {
        r#type: ContentType::CompressedClip.name(),
        content_version: version,
        skeleton: clip.skeleton,
        bones: clip.bones,
        frames: clip.frames,
        frame_rate: clip.frame_rate,
        duration: clip.duration,
        largest_error: clip.largest_error,
        resting: clip.resting,
        storage: clip.storage.name(),
        packed_bytes: packed,
        raw_bytes: raw,
        ratio: ratio,
        bits_a_number: bits_a_number,
        constants: clip.constants.iter().map(constant).collect::<Vec<_>>(),
        tracks: clip.tracks.into_iter().map(track).collect::<Vec<_>>(),
    })
}
