//! The position of the data of eight tracks.

use rigmill_format::compressed_clip::{Segment, window_in};

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
    row: [u8; ROW_WINDOW],
    least: [u8; 32],
    widths: [u8; 16],
}

impl Ends {
    pub(super) const NONE: Self = Self { row: [0; ROW_WINDOW], least: [0; 32], widths: [0; 16] };
}

impl Row {
    #[inline(always)]
    pub(super) fn new(segment: &Segment, row: usize) -> Self {
        let Segment { least, widths, rows, pitch } = *segment;
        Self { least, widths, row: rows.wrapping_add(row * pitch), bit: 0 }
    }

    /// The heads of the eight tracks from `track` on, and of the tracks after these.
    #[inline(always)]
    pub(super) fn heads<'a>(&self, bytes: &'a [u8], track: usize, ends: &'a mut Ends) -> Heads<'a> {
        Heads {
            least: window_in(bytes, self.least.wrapping_add(4 * track), &mut ends.least),
            widths: window_in(bytes, self.widths.wrapping_add(2 * track), &mut ends.widths),
        }
    }

    /// The row's bytes, from the byte that contains the start of the next key.
    #[inline(always)]
    pub(super) fn window<'a>(&self, bytes: &'a [u8], ends: &'a mut Ends) -> &'a [u8; ROW_WINDOW] {
        window_in(bytes, self.row.wrapping_add(self.bit / 8), &mut ends.row)
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
