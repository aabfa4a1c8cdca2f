//! The position of the data of eight tracks.

use rigmill_format::compressed_clip::{Head, Segment, window_in};

/// The bytes of a row that are loaded for the keys of eight tracks: up to 7 bits before the first key, 7 keys of up to 57 bits,
/// and a load of eight bytes for the last key. Rounded up, so that any position below 64 has eight bytes after it.
pub(super) const ROW_WINDOW: usize = 72;

/// A row with its heads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    least: usize,
    widths: usize,
    row: usize,
    /// The first unread bit of the row.
    bit: usize,
}

/// Buffers for reads that would cross the end of a clip. Bytes left over from an earlier, longer window are never used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub(super) row: [u8; ROW_WINDOW],
    pub(super) heads: HeadEnds,
}

/// Buffers for heads.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadEnds {
    least: [u8; 32],
    widths: [u8; 16],
}

impl Ends {
    pub(super) const NONE: Self = Self { row: [0; ROW_WINDOW], heads: HeadEnds { least: [0; 32], widths: [0; 16] } };
}

impl Row {
    #[inline(always)]
    pub(super) fn new(segment: &Segment, row: usize) -> Self {
        let Segment { least, widths, rows, pitch } = *segment;
        Self { least, widths, row: rows.wrapping_add(row * pitch), bit: 0 }
    }

    /// The heads of the eight tracks from `track` on, and of the tracks after these.
    #[inline(always)]
    pub(super) fn heads<'a>(&self, bytes: &'a [u8], track: usize, ends: &'a mut HeadEnds) -> Heads<'a> {
        Heads {
            least: window_in(bytes, self.least.wrapping_add(4 * track), &mut ends.least),
            widths: window_in(bytes, self.widths.wrapping_add(2 * track), &mut ends.widths),
        }
    }

    /// The row's bytes, from the byte that contains the start of the next key.
    #[inline(always)]
    pub(super) fn window<'a>(&self, bytes: &'a [u8], end: &'a mut [u8; ROW_WINDOW]) -> &'a [u8; ROW_WINDOW] {
        window_in(bytes, self.row.wrapping_add(self.bit / 8), end)
    }

    /// The bit of the window at which the next key starts.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most 7")]
    pub(super) fn bit(&self) -> u32 {
        (self.bit % 8) as u32
    }

    #[inline(always)]
    pub(super) fn take(&mut self, bits: u32) {
        self.bit += bits as usize;
    }
}

/// The heads of eight tracks, as stored in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heads<'a> {
    pub(super) least: &'a [u8; 32],
    pub(super) widths: &'a [u8; 16],
}

impl Heads<'_> {
    /// The head of one of the eight tracks.
    #[inline(always)]
    pub(super) fn head(&self, number: usize) -> Head {
        Head {
            least: u32::from_le_bytes(self.least.as_chunks().0[number & 7]),
            widths: u16::from_le_bytes(self.widths.as_chunks().0[number & 7]),
        }
    }
}

/// Eight tracks of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tracks<'a> {
    pub(super) records: &'a [u8; 32],
    pub(super) heads: Heads<'a>,
    /// Step codes are relative to this code.
    pub(super) base: u8,
    /// The bit of a row's window at which the first key starts.
    pub(super) bit: u32,
    /// The number of tracks up to the clip's last one. If it is below eight, the other tracks do not exist.
    pub(super) count: usize,
}
