//! Compressed clips.

use std::fmt::Write;

use rigmill_format::compressed_clip::{Channel, CompressedClip, ConstantTrack, step_size};
use rigmill_format::{Content, ContentType, DecodeError};
use serde::Serialize;

/// Bytes of a bone's transform in ten floats.
const RAW: usize = 40;

/// A clip, what it takes, and what it would take as floats.
struct Measured {
    clip: CompressedClip,
    packed: usize,
    raw: usize,
}

impl Measured {
    fn of(bytes: &[u8]) -> Result<Self, DecodeError> {
        let clip = CompressedClip::decode(bytes)?;
        let packed = clip.pack()?.len();
        let raw = RAW * usize::from(clip.bones) * clip.frames as usize;
        Ok(Self { clip, packed, raw })
    }

    fn ratio(&self) -> f64 {
        self.raw as f64 / self.packed as f64
    }

    /// Bits of memory for a component of a key, heads and all; 0 without keys.
    fn bits(&self) -> f64 {
        let components = 3 * self.clip.tracks.len() * self.clip.frames as usize;
        if components == 0 { 0.0 } else { 8.0 * self.packed as f64 / components as f64 }
    }
}

/// A compressed clip for people.
pub(super) fn compressed_clip(bytes: &[u8]) -> Result<String, DecodeError> {
    let measured = Measured::of(bytes)?;
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

/// The numbers that a constant has.
fn value(constant: &ConstantTrack) -> &[f32] {
    &constant.value[..if constant.channel == Channel::Rotation { 4 } else { 3 }]
}

/// The least and the largest number of a component.
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

#[derive(Serialize)]
pub(super) struct CompressedClipJson {
    r#type: &'static str,
    content_version: u16,
    skeleton: String,
    bones: u16,
    frames: u32,
    frame_rate: f32,
    duration: f32,
    storage: &'static str,
    packed_bytes: usize,
    raw_bytes: usize,
    ratio: f64,
    bits_a_number: f64,
    constants: Vec<ConstantJson>,
    tracks: Vec<TrackJson>,
}

#[derive(Serialize)]
struct ConstantJson {
    bone: u16,
    channel: &'static str,
    value: Vec<f32>,
}

#[derive(Serialize)]
struct TrackJson {
    bone: u16,
    channel: &'static str,
    /// What a key's numbers are multiplied with.
    steps: [f32; 3],
    /// For each segment of 16 frames the number of a turn of a cube.
    turns: Vec<u8>,
    keys: Vec<[i32; 3]>,
}

impl CompressedClipJson {
    pub(super) fn of(content_version: u16, bytes: &[u8]) -> Result<Self, DecodeError> {
        let measured = Measured::of(bytes)?;
        let (ratio, bits_a_number) = (measured.ratio(), measured.bits());
        let Measured { clip, packed: packed_bytes, raw: raw_bytes } = measured;
        let constants = clip.constants.iter().map(|constant| ConstantJson {
            bone: constant.bone,
            channel: name(constant.channel),
            value: value(constant).to_vec(),
        });
        let constants = constants.collect();
        let tracks = clip.tracks.into_iter().map(|track| TrackJson {
            bone: track.bone,
            channel: name(track.channel),
            steps: track.steps.map(step_size),
            turns: track.turns,
            keys: track.keys,
        });
        Ok(Self {
            r#type: ContentType::CompressedClip.name(),
            content_version,
            skeleton: clip.skeleton,
            bones: clip.bones,
            frames: clip.frames,
            frame_rate: clip.frame_rate,
            duration: clip.duration,
            storage: clip.storage.name(),
            packed_bytes,
            raw_bytes,
            ratio,
            bits_a_number,
            constants,
            tracks: tracks.collect(),
        })
    }
}
