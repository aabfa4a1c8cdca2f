//! Keys of the tracks of a block, two rows at a time, out of their bits.

use rigmill_format::compressed_clip::{HEAD_BYTES, Head, RECORD_BYTES, SegmentView};

/// The keys of eight bones around a time, in steps, and the codes of the steps. What has no track is 0.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Keys {
    pub(super) from: [[i32; 8]; 3],
    pub(super) to: [[i32; 8]; 3],
    pub(super) codes: [[u8; 8]; 3],
    /// Turns of the keys, and whether any is one.
    pub(super) turns: [[u8; 8]; 2],
    pub(super) turned: bool,
}

impl Keys {
    pub(super) const NONE: Self =
        Self { from: [[0; 8]; 3], to: [[0; 8]; 3], codes: [[0; 8]; 3], turns: [[0; 8]; 2], turned: false };
}

/// Two rows of one segment, or of two, read track by track.
pub(super) struct Rows<'a> {
    records: &'a [[u8; RECORD_BYTES]],
    heads: [&'a [u8]; 2],
    rows: [&'a [u8]; 2],
    bits: [usize; 2],
    track: usize,
    same: bool,
}

impl<'a> Rows<'a> {
    /// The rows of frame `from` of one segment and frame `to` of another, which may be the same.
    pub(super) fn new(
        records: &'a [[u8; RECORD_BYTES]],
        (from, from_row): (SegmentView<'a>, usize),
        (to, to_row): (SegmentView<'a>, usize),
        same: bool,
    ) -> Self {
        let row = |segment: SegmentView<'a>, row: usize| segment.rows.get(row * segment.pitch..).unwrap_or_default();
        Self {
            records,
            heads: [from.heads, to.heads],
            rows: [row(from, from_row), row(to, to_row)],
            bits: [0; 2],
            track: 0,
            same,
        }
    }

    /// The keys of the tracks that a mask names.
    #[inline(always)]
    pub(super) fn take(&mut self, mask: u8, keys: &mut Keys) {
        if self.same { self.take_from::<true>(mask, keys) } else { self.take_from::<false>(mask, keys) }
    }

    #[inline(always)]
    fn take_from<const SAME: bool>(&mut self, mask: u8, keys: &mut Keys) {
        *keys = Keys::NONE;
        let mut left = mask;
        while left != 0 {
            let lane = left.trailing_zeros() as usize & 7;
            left &= left - 1;
            let Some(record) = self.records.get(self.track) else { return };
            let shifts = u16::from_le_bytes([record[3], record[4]]);
            let head = head(self.heads[0], self.track);
            let to_head = if SAME { head } else { self::head(self.heads[1], self.track) };
            self.track += 1;
            let from = key(self.rows[0], &mut self.bits[0], head, shifts);
            let to = if SAME {
                let mut bit = self.bits[1];
                let to = key(self.rows[1], &mut bit, head, shifts);
                self.bits[1] = bit;
                to
            } else {
                key(self.rows[1], &mut self.bits[1], to_head, shifts)
            };
            for axis in 0..3 {
                keys.from[axis][lane] = from[axis];
                keys.to[axis][lane] = to[axis];
                keys.codes[axis][lane] = record[axis];
            }
            if (head.turn() | to_head.turn()) != 0 {
                keys.turned = true;
                keys.turns[0][lane] = head.turn();
                keys.turns[1][lane] = to_head.turn();
            }
        }
    }
}

#[inline(always)]
fn head(heads: &[u8], track: usize) -> Head {
    Head(word(heads, track * HEAD_BYTES) & 0xffff_ffff_ffff)
}

/// Eight bytes at a place; 0 where they do not exist, which is never so in a checked clip.
#[inline(always)]
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(|bytes| bytes.first_chunk()).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[inline(always)]
fn key(row: &[u8], bit: &mut usize, head: Head, shifts: u16) -> [i32; 3] {
    let [x, y, z] = head.widths();
    let least = head.minima(shifts);
    let bits = word(row, *bit / 8) >> (*bit % 8);
    *bit += (x + y + z) as usize;
    #[expect(clippy::cast_possible_truncation, reason = "19 bits at most")]
    let part = |bits: u64, width: u32| (bits & ((1_u64 << width) - 1)) as i32;
    [least[0] + part(bits, x), least[1] + part(bits >> x, y), least[2] + part(bits >> x >> y, z)]
}
