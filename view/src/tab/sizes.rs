//! [`SizeFacts`]: the size of a compressed clip, track by track.

use rigmill_format::compressed_clip::{Channel, HEAD_BYTES, Head, RECORD_BYTES, SEGMENT_FRAMES, window};
use rigmill_runtime::content::CompressedClipView;
use serde::Serialize;

/// The size in bytes of a transform of ten floats.
const RAW: usize = 40;

/// The size of a compressed clip.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct SizeFacts {
    /// The size in memory, in bytes.
    pub(crate) packed: usize,
    /// The size as floats, with ten floats per bone and frame, in bytes.
    pub(crate) raw: usize,
    pub(crate) frames: usize,
    pub(crate) rate: f32,
    /// The largest error that the file states, in millimetres for a clip in metres.
    pub(crate) stated_mm: Option<f32>,
    /// The channels that have keys: the bone, the channel, and the size in memory in bits.
    pub(crate) tracks: Vec<(u16, &'static str, usize)>,
}

impl SizeFacts {
    /// Counts the bits of each track: its record, its heads and its keys. The header, masks, constants and padding do not
    /// belong to any track.
    pub(crate) fn new(clip: &CompressedClipView<'_>) -> Self {
        let mut tracks = names(clip);
        for number in 0..clip.frames().div_ceil(SEGMENT_FRAMES) {
            let frames = SEGMENT_FRAMES.min(clip.frames() - number * SEGMENT_FRAMES);
            let segment = clip.segment(number);
            for (track, (_, _, bits)) in tracks.iter_mut().enumerate() {
                let widths = u16::from_le_bytes(window(clip.packed(), segment.widths + 2 * track));
                let width: u32 = Head { least: 0, widths }.widths().iter().sum();
                *bits += 8 * HEAD_BYTES + frames * width as usize;
            }
        }
        Self {
            packed: clip.packed_len(),
            raw: RAW * clip.bones() * clip.frames(),
            frames: clip.frames(),
            rate: clip.frame_rate(),
            stated_mm: clip.largest_error().map(|error| 1000.0 * error),
            tracks,
        }
    }
}

/// Returns the tracks in the order of the file, with the bits of their records.
fn names(clip: &CompressedClipView<'_>) -> Vec<(u16, &'static str, usize)> {
    let mut tracks = Vec::with_capacity(clip.tracks());
    for channel in Channel::ALL {
        for (block, masks) in (0_u16..).zip(clip.blocks()) {
            let bones = (0..8).filter(|bone| masks.animated[channel as usize] >> bone & 1 == 1);
            tracks.extend(bones.map(|bone| (8 * block + bone, name(channel), 8 * RECORD_BYTES)));
        }
    }
    tracks
}

fn name(channel: Channel) -> &'static str {
    match channel {
        Channel::Rotation => "rotation",
        Channel::Translation => "translation",
        Channel::Scale => "scale",
    }
}
