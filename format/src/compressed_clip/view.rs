//! The packed form, checked once and then read where it lies.

use super::clip::{Channel, SEGMENT_FRAMES};
use super::head::{HEAD_BYTES, Head};
use super::payload::{CONSTANT_COUNTS, HEADER_BYTES, MASK_BYTES, PADDING, RECORD_BYTES, SEGMENT_BYTES};
use super::turns::TURNS;
use crate::{CompressedProblem, InvalidContent};

/// Where the parts of a packed clip lie. Kept beside the bytes that were checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parts {
    pub(super) frames: u32,
    frame_rate: f32,
    pub(super) bones: u16,
    masks_end: usize,
    constants_end: usize,
    records_end: usize,
    segments_end: usize,
}

/// The masks of a block of eight bones, bit n for its bone n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockMasks {
    /// By channel: which bones have keys.
    pub animated: [u8; 3],
    /// By channel: which bones keep a value that is not the bind pose's.
    pub constant: [u8; 3],
}

/// The keys of some frames.
#[derive(Clone, Copy, Debug, Default)]
pub struct SegmentView<'a> {
    /// A head for each track, [`HEAD_BYTES`] each, and what follows them.
    pub heads: &'a [u8],
    /// The rows and what follows them.
    pub rows: &'a [u8],
    /// Bytes a row.
    pub pitch: usize,
}

/// A packed clip that has been checked.
///
/// Every count, width and place in it has been checked. Readers still go through slices, so that bytes other than those
/// that were checked give wrong poses and nothing worse.
#[derive(Clone, Copy, Debug)]
pub struct CompressedClipView<'a> {
    pub(super) parts: Parts,
    pub(super) bytes: &'a [u8],
    pub(super) skeleton: &'a [u8],
}

impl<'a> CompressedClipView<'a> {
    /// The asset name of the skeleton, empty where the game knows it anyhow.
    #[must_use]
    pub fn skeleton(&self) -> &'a str {
        crate::names::checked_text(self.skeleton)
    }

    /// Bones of the skeleton.
    #[must_use]
    pub fn bones(&self) -> usize {
        self.parts.bones.into()
    }

    /// Frames, at least 1.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.parts.frames as usize
    }

    /// Frames a second.
    #[must_use]
    pub fn frame_rate(&self) -> f32 {
        self.parts.frame_rate
    }

    /// Bytes that sampling reads: what the clip takes in memory.
    #[must_use]
    pub fn packed_len(&self) -> usize {
        self.bytes.len()
    }

    /// What each block of eight bones has.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = BlockMasks> + use<'a> {
        let masks = self.bytes.get(HEADER_BYTES..self.parts.masks_end).unwrap_or_default();
        masks
            .as_chunks::<MASK_BYTES>()
            .0
            .iter()
            .map(|&[r, t, s, cr, ct, cs]| BlockMasks { animated: [r, t, s], constant: [cr, ct, cs] })
    }

    /// The values of the constants, in the order of tracks: four for a rotation, three for others.
    pub fn constants(&self) -> impl Iterator<Item = f32> + use<'a> {
        let values = self.bytes.get(self.parts.masks_end..self.parts.constants_end).unwrap_or_default();
        values.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes))
    }

    /// A record for each track: codes of steps, then shifts.
    #[must_use]
    pub fn records(&self) -> &'a [[u8; RECORD_BYTES]] {
        self.bytes.get(self.parts.constants_end..self.parts.records_end).unwrap_or_default().as_chunks().0
    }

    /// A segment; an empty one behind the last.
    #[must_use]
    pub fn segment(&self, index: usize) -> SegmentView<'a> {
        let table = self.bytes.get(self.parts.records_end..self.parts.segments_end).unwrap_or_default();
        let Some(entry) = table.as_chunks::<SEGMENT_BYTES>().0.get(index) else { return SegmentView::default() };
        let [a, b, c, d, e, f] = *entry;
        let heads = self.bytes.get(u32::from_le_bytes([a, b, c, d]) as usize..).unwrap_or_default();
        let rows = heads
            .get((self.parts.records_end - self.parts.constants_end) / RECORD_BYTES * HEAD_BYTES..)
            .unwrap_or_default();
        SegmentView { heads, rows, pitch: u16::from_le_bytes([e, f]).into() }
    }

    /// The head of a track in a segment.
    #[must_use]
    pub(super) fn head(segment: &SegmentView<'_>, track: usize) -> Head {
        let mut bytes = [0; 8];
        if let Some(head) = segment.heads.get(track * HEAD_BYTES..(track + 1) * HEAD_BYTES) {
            bytes[..HEAD_BYTES].copy_from_slice(head);
        }
        Head(u64::from_le_bytes(bytes))
    }
}

/// Checks a packed clip.
pub(super) fn parse(bytes: &[u8]) -> Result<Parts, InvalidContent> {
    let parts = parts(bytes).ok_or(CompressedProblem::Truncated)?;
    let view = CompressedClipView { parts, bytes, skeleton: &[] };
    if parts.frames == 0 || !(parts.frame_rate.is_finite() && parts.frame_rate > 0.0) {
        return Err(CompressedProblem::Header { frames: parts.frames, frame_rate: parts.frame_rate }.into());
    }
    let rotations = check_masks(&view)?;
    if !view.constants().all(f32::is_finite) {
        return Err(CompressedProblem::Constant.into());
    }
    if view.records().iter().any(|record| record[4] & 0x80 != 0 || too_far(record)) {
        return Err(CompressedProblem::Record.into());
    }
    check_segments(&view, &rotations)?;
    Ok(parts)
}

/// Shifts are told in 5 bits, of which the highest is not used.
fn too_far(record: &[u8; RECORD_BYTES]) -> bool {
    u16::from_le_bytes([record[3], record[4]]) & 0x4210 != 0
}

/// The parts as the header and the masks tell them.
fn parts(bytes: &[u8]) -> Option<Parts> {
    let header: &[u8; HEADER_BYTES] = bytes.first_chunk()?;
    let [a, b, c, d, e, f, g, h, i, j] = *header;
    let bones = u16::from_le_bytes([i, j]);
    let frames = u32::from_le_bytes([a, b, c, d]);
    let masks_end = HEADER_BYTES + usize::from(bones).div_ceil(8) * MASK_BYTES;
    let (mut values, mut tracks) = (0, 0);
    for block in bytes.get(HEADER_BYTES..masks_end)?.as_chunks::<MASK_BYTES>().0 {
        let count = |mask: u8| mask.count_ones() as usize;
        tracks += block[..3].iter().map(|&mask| count(mask)).sum::<usize>();
        values += block[3..].iter().zip(CONSTANT_COUNTS).map(|(&mask, each)| count(mask) * each).sum::<usize>();
    }
    let constants_end = masks_end + 4 * values;
    let records_end = constants_end + RECORD_BYTES * tracks;
    let segment_count = (frames as usize).div_ceil(SEGMENT_FRAMES);
    let segments_end = records_end.checked_add(segment_count.checked_mul(SEGMENT_BYTES)?)?;
    bytes.get(..segments_end)?;
    let frame_rate = f32::from_le_bytes([e, f, g, h]);
    Some(Parts { frames, frame_rate, bones, masks_end, constants_end, records_end, segments_end })
}

/// For each track whether it is a rotation.
fn check_masks(view: &CompressedClipView<'_>) -> Result<Vec<bool>, InvalidContent> {
    let mut rotations = Vec::with_capacity(view.records().len());
    for (block, masks) in view.blocks().enumerate() {
        let present = match view.bones() - 8 * block {
            8.. => 0xff,
            rest => (1_u8 << rest) - 1,
        };
        for channel in Channel::ALL {
            let (animated, constant) = (masks.animated[channel as usize], masks.constant[channel as usize]);
            if (animated | constant) & !present != 0 || animated & constant != 0 {
                return Err(CompressedProblem::Masks { block }.into());
            }
            rotations.extend((0..animated.count_ones()).map(|_| channel == Channel::Rotation));
        }
    }
    Ok(rotations)
}

fn check_segments(view: &CompressedClipView<'_>, rotations: &[bool]) -> Result<(), InvalidContent> {
    let mut begin = view.parts.segments_end;
    let count = view.frames().div_ceil(SEGMENT_FRAMES);
    for index in 0..count {
        let fault = InvalidContent::from(CompressedProblem::Segment { segment: index });
        let segment = view.segment(index);
        if view.bytes.len() - segment.heads.len() != begin {
            return Err(fault);
        }
        let mut bits = 0;
        for (track, &rotation) in rotations.iter().enumerate() {
            let head = CompressedClipView::head(&segment, track);
            let turns = if rotation { TURNS.len() } else { 1 };
            if head.0 >> 47 != 0 || usize::from(head.turn()) >= turns {
                return Err(fault);
            }
            bits += head.widths().iter().sum::<u32>() as usize;
        }
        let frames = SEGMENT_FRAMES.min(view.frames() - index * SEGMENT_FRAMES);
        begin += rotations.len() * HEAD_BYTES + frames * segment.pitch;
        if segment.pitch != bits.div_ceil(8) || begin > view.bytes.len() {
            return Err(fault);
        }
    }
    match view.bytes.get(begin..) {
        Some(rest) if rest == [0; PADDING] => Ok(()),
        _ => Err(CompressedProblem::Truncated.into()),
    }
}
