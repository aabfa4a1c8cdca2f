//! What tells of eight tracks, where it lies.

use rigmill_format::CompressedClipView;
use rigmill_format::compressed_clip::{SegmentView, window};

/// Bytes of a row that the keys of eight tracks are within: 7 bits before them, 7 times 57, and a load of eight bytes.
pub(super) const ROW_WINDOW: usize = 72;

/// A row and what tells of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    segment: SegmentView<'a>,
    row: &'a [u8],
    /// The first bit that has not been taken.
    bit: usize,
}

impl<'a> Row<'a> {
    pub(super) fn new(segment: SegmentView<'a>, row: usize) -> Self {
        Self { segment, row: segment.rows.get(row * segment.pitch..).unwrap_or_default(), bit: 0 }
    }

    /// The heads of eight tracks from `track` on, and of those that follow them.
    #[inline(always)]
    pub(super) fn heads(&self, track: usize) -> Heads {
        Heads { least: window(self.segment.least, 4 * track), widths: window(self.segment.widths, 2 * track) }
    }

    /// The bytes from the first bit on, and which bit of the first byte it is.
    #[inline(always)]
    pub(super) fn window<'b>(&'b self, end: &'b mut [u8; ROW_WINDOW]) -> (&'b [u8; ROW_WINDOW], u32) {
        let at = self.bit / 8;
        #[expect(clippy::cast_possible_truncation, reason = "at most 7")]
        let bit = (self.bit % 8) as u32;
        match self.row.get(at..at.wrapping_add(ROW_WINDOW)).and_then(|bytes| bytes.first_chunk()) {
            Some(window) => (window, bit),
            None => (fill(end, self.row.get(at..).unwrap_or_default()), bit),
        }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, bits: u32) {
        self.bit += bits as usize;
    }
}

#[cold]
fn fill<'a>(end: &'a mut [u8; ROW_WINDOW], bytes: &[u8]) -> &'a [u8; ROW_WINDOW] {
    end[..bytes.len()].copy_from_slice(bytes);
    end
}

/// The heads of eight tracks, as they lie in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heads {
    pub(super) least: [u8; 32],
    pub(super) widths: [u8; 16],
}

/// The records of eight tracks from `track` on, as they lie in the file.
#[inline(always)]
pub(super) fn records(clip: &CompressedClipView<'_>, track: usize) -> [u8; 32] {
    window(clip.record_bytes(), 4 * track)
}
