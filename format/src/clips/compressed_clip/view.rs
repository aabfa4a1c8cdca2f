//! The packed form of a clip, which is checked once and then read from its bytes.

use super::base_rotations::BASE_ROTATIONS;
use super::clip::SEGMENT_FRAMES;
use super::head::{HEAD_BYTES, Head};
use super::payload::{CONSTANT_COUNTS, HEADER_BYTES, MASK_BYTES, SEGMENT_BYTES};
use super::record::{RECORD_BYTES, Record};
use crate::clips::resting::{self, RestingBone};
use crate::error::{ensure, invalid};
use crate::layout::{getters, names};
use crate::{FrameTimes, InvalidContent};

/// The positions of the parts of a packed clip, kept together with the bytes that were checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parts {
    pub(super) frames: u32,
    frame_rate: f32,
    pub(super) bones: u16,
    pub(super) base: u8,
    /// The number of animated and constant tracks, by channel.
    animated: [usize; 3],
    constant: [usize; 3],
    masks_end: usize,
    constants_end: usize,
    records_end: usize,
    segments_end: usize,
}

impl Parts {
    /// The time of the last frame, if the last interval is not shortened.
    pub(super) fn whole_duration(&self) -> f32 {
        FrameTimes::whole_duration(self.frames, self.frame_rate)
    }

    pub(super) fn times(&self, duration: f32) -> FrameTimes {
        FrameTimes::new(self.frames, self.frame_rate, duration)
    }
}

/// The masks of a block of eight bones. Bit n is for bone n of the block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockMasks {
    /// By channel, the bones that have keys.
    pub animated: [u8; 3],
    /// By channel, the bones that have one constant value that differs from the bind pose.
    pub constant: [u8; 3],
}

/// The positions of the keys of a segment in a packed clip.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// The position of the first list of the segment's heads, four bytes per track.
    pub least: usize,
    /// The position of the second list of the segment's heads, two bytes per track.
    pub widths: usize,
    /// The position of the segment's rows.
    pub rows: usize,
    /// The bytes per row.
    pub pitch: usize,
}

/// A packed clip that has been checked.
///
/// Every count, width and position in it has been checked. Readers still access the bytes through slices. So a view of bytes
/// other than those that were checked causes wrong poses, but nothing worse.
#[derive(Clone, Copy, Debug)]
pub struct CompressedClipView<'a> {
    pub(super) parts: Parts,
    pub(super) duration: f32,
    pub(super) times: FrameTimes,
    pub(super) bytes: &'a [u8],
    pub(super) skeleton: &'a [u8],
    pub(super) largest_error: Option<f32>,
    pub(super) resting: &'a [RestingBone],
}

impl<'a> CompressedClipView<'a> {
    /// A view of the packed data only. Its duration is the time of its last frame.
    pub(super) fn new(parts: Parts, bytes: &'a [u8]) -> Self {
        let duration = parts.whole_duration();
        Self { parts, duration, times: parts.times(duration), bytes, skeleton: &[], largest_error: None, resting: &[] }
    }

    getters! { self:
        /// The asset name of the skeleton. May be empty if the game knows the skeleton.
        skeleton: &'a str = names::checked_text(self.skeleton);
        /// The largest error that was measured during compression, in the clip's units.
        largest_error: Option<f32> = self.largest_error;
        /// The number of bones of the skeleton.
        bones: usize = self.parts.bones.into();
        /// The number of frames, at least 1.
        frames: usize = self.parts.frames as usize;
        /// The number of frames per second.
        frame_rate: f32 = self.parts.frame_rate;
        /// The clip's duration in seconds.
        duration: f32 = self.duration;
        /// The times of the frames.
        #[inline(always)]
        times: FrameTimes = self.times;
        /// The bytes that sampling reads, which is the clip's size in memory.
        packed_len: usize = self.bytes.len();
        /// The packed data, to which all positions refer.
        packed: &'a [u8] = self.bytes;
        /// The number of constants, by channel.
        constants_by_channel: [usize; 3] = self.parts.constant;
        /// The position of the constants. Each channel has all x, then all y, all z and, for rotations, all w.
        constants_position: usize = self.parts.masks_end;
        /// The number of tracks.
        tracks: usize = (self.parts.records_end - self.parts.constants_end) / RECORD_BYTES;
        /// The number of tracks, by channel.
        tracks_by_channel: [usize; 3] = self.parts.animated;
        /// The code to which the codes of all steps are relative.
        step_base: u8 = self.parts.base;
        /// The position of the records. There is one record per track.
        records_position: usize = self.parts.constants_end;
    }

    /// The bones that the source does not move, in ascending order.
    pub fn resting(&self) -> impl ExactSizeIterator<Item = u16> + use<'a> {
        resting::from_section(self.resting)
    }

    pub(super) fn check_resting(&self) -> Result<(), InvalidContent> {
        let blocks: Vec<BlockMasks> = if self.resting.is_empty() { Vec::new() } else { self.blocks().collect() };
        let has_keys = |bone: usize| {
            let masks = blocks.get(bone / 8).copied().unwrap_or_default();
            masks.animated.iter().chain(&masks.constant).any(|mask| mask >> (bone % 8) & 1 == 1)
        };
        resting::check(self.resting, self.bones(), has_keys)
    }

    /// The masks of each block of eight bones.
    #[inline]
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = BlockMasks> + use<'a> {
        let masks = self.bytes.get(HEADER_BYTES..self.parts.masks_end).unwrap_or_default();
        masks
            .as_chunks::<MASK_BYTES>()
            .0
            .iter()
            .map(|&[r, t, s, cr, ct, cs]| BlockMasks { animated: [r, t, s], constant: [cr, ct, cs] })
    }

    /// The values of the constants, in file order.
    #[inline]
    pub(super) fn constants(&self) -> impl Iterator<Item = f32> + use<'a> {
        let values = self.bytes.get(self.parts.masks_end..self.parts.constants_end).unwrap_or_default();
        values.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes))
    }

    /// The record of each track.
    #[inline]
    pub fn records(&self) -> impl ExactSizeIterator<Item = Record> + use<'a> {
        let records = self.bytes.get(self.parts.constants_end..self.parts.records_end).unwrap_or_default();
        records.as_chunks().0.iter().map(|bytes| Record(u32::from_le_bytes(*bytes)))
    }

    /// Segment number `index`. For a number after the last segment, the positions have no meaning.
    #[inline(always)]
    #[must_use]
    pub fn segment(&self, index: usize) -> Segment {
        let position = self.parts.records_end.wrapping_add(index.wrapping_mul(SEGMENT_BYTES));
        let [a, b, c, d, e, f] = window(self.bytes, position);
        let least = u32::from_le_bytes([a, b, c, d]) as usize;
        let widths = least.wrapping_add(4 * self.tracks());
        let rows = widths.wrapping_add(2 * self.tracks());
        Segment { least, widths, rows, pitch: u16::from_le_bytes([e, f]).into() }
    }

    /// The head of a track in a segment.
    #[inline]
    #[must_use]
    pub(super) fn head(&self, segment: &Segment, track: usize) -> Head {
        Head {
            least: u32::from_le_bytes(window(self.bytes, segment.least + 4 * track)),
            widths: u16::from_le_bytes(window(self.bytes, segment.widths + 2 * track)),
        }
    }
}

/// Reads `N` bytes from a position on. Bytes after the end are 0.
#[inline(always)]
#[must_use]
pub fn window<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let whole = bytes.get(at..at.wrapping_add(N)).and_then(|bytes| bytes.first_chunk());
    whole.copied().unwrap_or_else(|| padded(bytes, at))
}

/// Like [`window`], without a copy. Bytes after the end are those of `end`.
#[inline(always)]
#[must_use]
pub fn window_in<'a, const N: usize>(bytes: &'a [u8], at: usize, end: &'a mut [u8; N]) -> &'a [u8; N] {
    match bytes.get(at..at.wrapping_add(N)).and_then(|bytes| bytes.first_chunk()) {
        Some(window) => window,
        None => filled(bytes, at, end),
    }
}

#[cold]
fn filled<'a, const N: usize>(bytes: &[u8], at: usize, end: &'a mut [u8; N]) -> &'a [u8; N] {
    let bytes = bytes.get(at..).unwrap_or_default();
    end[..bytes.len()].copy_from_slice(bytes);
    end
}

#[cold]
fn padded<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut window = [0; N];
    let bytes = bytes.get(at..).unwrap_or_default();
    window[..bytes.len()].copy_from_slice(bytes);
    window
}

/// Checks a packed clip.
pub(super) fn parse(bytes: &[u8]) -> Result<Parts, InvalidContent> {
    let parts = trust(bytes)?;
    let view = CompressedClipView::new(parts, bytes);
    check_masks(&view)?;
    ensure!(view.constants().all(f32::is_finite), "a constant of the compressed clip is not finite");
    let known = view.records().all(|record| record.steps(parts.base).is_some());
    ensure!(known, "the record of a track of the compressed clip has an unknown step or unknown bits");
    check_segments(&view)?;
    Ok(parts)
}

/// Finds the parts of a packed clip from its header and masks only.
pub(super) fn trust(bytes: &[u8]) -> Result<Parts, InvalidContent> {
    let parts = parts(bytes).ok_or_else(truncated)?;
    let Parts { frames, frame_rate, .. } = parts;
    ensure!(
        frames > 0 && frame_rate.is_finite() && frame_rate > 0.0,
        "the compressed clip has {frames} frames at a rate of {frame_rate}, expected at least 1 frame and a finite rate above 0"
    );
    Ok(parts)
}

/// The parts according to the header and the masks.
fn parts(bytes: &[u8]) -> Option<Parts> {
    let header: &[u8; HEADER_BYTES] = bytes.first_chunk()?;
    let [a, b, c, d, e, f, g, h, i, j, base] = *header;
    let bones = u16::from_le_bytes([i, j]);
    let frames = u32::from_le_bytes([a, b, c, d]);
    let masks_end = HEADER_BYTES + usize::from(bones).div_ceil(8) * MASK_BYTES;
    let (mut animated, mut constant) = ([0; 3], [0; 3]);
    for block in bytes.get(HEADER_BYTES..masks_end)?.as_chunks::<MASK_BYTES>().0 {
        for (count, mask) in animated.iter_mut().chain(&mut constant).zip(block) {
            *count += mask.count_ones() as usize;
        }
    }
    let values: usize = constant.iter().zip(CONSTANT_COUNTS).map(|(count, each)| count * each).sum();
    let tracks: usize = animated.iter().sum();
    let constants_end = masks_end + 4 * values;
    let records_end = constants_end + RECORD_BYTES * tracks;
    let segment_count = (frames as usize).div_ceil(SEGMENT_FRAMES);
    let segments_end = records_end.checked_add(segment_count.checked_mul(SEGMENT_BYTES)?)?;
    bytes.get(..segments_end)?;
    let frame_rate = f32::from_le_bytes([e, f, g, h]);
    Some(Parts {
        frames,
        frame_rate,
        bones,
        base,
        animated,
        constant,
        masks_end,
        constants_end,
        records_end,
        segments_end,
    })
}

/// The error of bytes that end too early or too late.
pub(super) fn truncated() -> InvalidContent {
    invalid!("the compressed clip does not end where its last segment ends")
}

fn check_masks(view: &CompressedClipView<'_>) -> Result<(), InvalidContent> {
    for (block, masks) in view.blocks().enumerate() {
        let present = match view.bones() - 8 * block {
            8.. => 0xff,
            rest => (1_u8 << rest) - 1,
        };
        for (animated, constant) in masks.animated.into_iter().zip(masks.constant) {
            ensure!(
                (animated | constant) & !present == 0 && animated & constant == 0,
                "the masks of block {block} of the compressed clip refer to a bone that does not exist, \
                 or to a channel that is both animated and constant"
            );
        }
    }
    Ok(())
}

fn check_segments(view: &CompressedClipView<'_>) -> Result<(), InvalidContent> {
    let mut begin = view.parts.segments_end;
    let tracks = view.tracks();
    let [rotations, ..] = view.tracks_by_channel();
    for index in 0..view.frames().div_ceil(SEGMENT_FRAMES) {
        let error = || {
            invalid!(
                "segment {index} of the compressed clip is at the wrong position, or has wrong widths or base rotations"
            )
        };
        let segment = view.segment(index);
        let frames = SEGMENT_FRAMES.min(view.frames() - index * SEGMENT_FRAMES);
        let end = begin + tracks * HEAD_BYTES + frames * segment.pitch;
        if segment.least != begin || end > view.bytes.len() {
            return Err(error());
        }
        let mut bits = 0;
        for track in 0..tracks {
            let head = view.head(&segment, track);
            let choices = if track < rotations { BASE_ROTATIONS.len() } else { 1 };
            if head.least >> 31 != 0 || usize::from(head.base_rotation()) >= choices {
                return Err(error());
            }
            bits += head.widths().iter().sum::<u32>() as usize;
        }
        if segment.pitch != bits.div_ceil(8) {
            return Err(error());
        }
        begin = end;
    }
    if begin == view.bytes.len() { Ok(()) } else { Err(truncated()) }
}
