//! Packs clips. The parent module documents the bytes.

use super::clip::{Channel, CompressedClip, SEGMENT_FRAMES};
use super::head::{HEAD_BYTES, Head, shift_of, width_of};
use super::record::Record;
use crate::InvalidContent;
use crate::error::invalid;

/// The bytes before the masks.
pub(super) const HEADER_BYTES: usize = 11;
/// The bytes of a block's masks.
pub(super) const MASK_BYTES: usize = 6;
/// The bytes of a segment's entry.
pub(super) const SEGMENT_BYTES: usize = 6;
/// The numbers of a constant, by channel.
pub(super) const CONSTANT_COUNTS: [usize; 3] = [4, 3, 3];

struct Segment {
    heads: Vec<Head>,
    rows: Vec<u8>,
    pitch: u16,
}

/// Packs a clip. `None` if a number does not fit.
pub(super) fn pack(clip: &CompressedClip) -> Option<Vec<u8>> {
    let base = clip.tracks.iter().flat_map(|track| track.steps).min().unwrap_or(0);
    let mut bytes = Vec::new();
    bytes.extend(clip.frames.to_le_bytes());
    bytes.extend(clip.frame_rate.to_le_bytes());
    bytes.extend(clip.bones.to_le_bytes());
    bytes.push(base);
    bytes.extend(masks(clip));
    for channel in Channel::ALL {
        let constants = || clip.constants.iter().filter(move |track| track.channel == channel);
        for part in 0..CONSTANT_COUNTS[channel as usize] {
            bytes.extend(constants().flat_map(|track| track.value[part].to_le_bytes()));
        }
    }
    let shifts: Vec<[u32; 3]> = clip.tracks.iter().map(|track| shifts(&track.keys)).collect::<Option<_>>()?;
    for (track, shifts) in clip.tracks.iter().zip(&shifts) {
        bytes.extend(Record::new(track.steps, base, *shifts)?.0.to_le_bytes());
    }
    let frames = clip.frames as usize;
    let segments = (0..frames.div_ceil(SEGMENT_FRAMES))
        .map(|at| segment(clip, &shifts, at, frames.min((at + 1) * SEGMENT_FRAMES)))
        .collect::<Option<Vec<_>>>()?;
    let mut begin = bytes.len() + SEGMENT_BYTES * segments.len();
    for segment in &segments {
        bytes.extend(u32::try_from(begin).ok()?.to_le_bytes());
        bytes.extend(segment.pitch.to_le_bytes());
        begin += HEAD_BYTES * segment.heads.len() + segment.rows.len();
    }
    for segment in &segments {
        bytes.extend(segment.heads.iter().flat_map(|head| head.least.to_le_bytes()));
        bytes.extend(segment.heads.iter().flat_map(|head| head.widths.to_le_bytes()));
        bytes.extend(&segment.rows);
    }
    Some(bytes)
}

fn masks(clip: &CompressedClip) -> Vec<u8> {
    let mut masks = vec![0; usize::from(clip.bones).div_ceil(8) * MASK_BYTES];
    let animated = clip.tracks.iter().map(|track| (track.bone, track.channel as usize));
    let constant = clip.constants.iter().map(|track| (track.bone, 3 + track.channel as usize));
    for (bone, channel) in animated.chain(constant) {
        masks[usize::from(bone) / 8 * MASK_BYTES + channel] |= 1 << (bone % 8);
    }
    masks
}

fn range(keys: &[[i32; 3]], axis: usize) -> (i32, i32) {
    keys.iter().fold((i32::MAX, i32::MIN), |(min, max), key| (min.min(key[axis]), max.max(key[axis])))
}

fn shifts(keys: &[[i32; 3]]) -> Option<[u32; 3]> {
    let mut shifts = [0; 3];
    for (axis, shift) in shifts.iter_mut().enumerate() {
        let (min, max) = range(keys, axis);
        *shift = shift_of(min, max)?;
    }
    Some(shifts)
}

fn segment(clip: &CompressedClip, shifts: &[[u32; 3]], at: usize, end: usize) -> Option<Segment> {
    let frames = at * SEGMENT_FRAMES..end;
    let mut heads = Vec::with_capacity(clip.tracks.len());
    let mut bases = Vec::with_capacity(clip.tracks.len());
    let mut bits = 0;
    for (track, shifts) in clip.tracks.iter().zip(shifts) {
        let (mut minima, mut least, mut widths) = ([0; 3], [0; 3], [0; 3]);
        for axis in 0..3 {
            let (min, max) = range(&track.keys[frames.clone()], axis);
            minima[axis] = min >> shifts[axis];
            least[axis] = minima[axis] << shifts[axis];
            widths[axis] = width_of(max.abs_diff(least[axis]))?;
        }
        bits += widths.iter().sum::<u32>() as usize;
        heads.push(Head::new(minima, widths, *track.base_rotations.get(at)?));
        bases.push((least, widths));
    }
    let pitch = bits.div_ceil(8);
    let mut rows = vec![0; pitch * frames.len()];
    for (row, frame) in rows.chunks_exact_mut(pitch.max(1)).zip(frames) {
        let mut bit = 0;
        for (track, (least, widths)) in clip.tracks.iter().zip(&bases) {
            for axis in 0..3 {
                put(row, bit, track.keys[frame][axis].abs_diff(least[axis]), widths[axis]);
                bit += widths[axis] as usize;
            }
        }
    }
    Some(Segment { heads, rows, pitch: u16::try_from(pitch).ok()? })
}

fn put(row: &mut [u8], bit: usize, value: u32, width: u32) {
    let mut left = u64::from(value) << (bit % 8);
    let mut at = bit / 8;
    let end = (bit + width as usize).div_ceil(8);
    while at < end {
        row[at] |= left.to_le_bytes()[0];
        left >>= 8;
        at += 1;
    }
}

/// The error of a clip for which [`pack`] has no bytes.
pub(super) fn too_far_apart() -> InvalidContent {
    invalid!(
        "the keys of a segment of the compressed clip differ by more than 19 bits can store, or its rows are too long"
    )
}
