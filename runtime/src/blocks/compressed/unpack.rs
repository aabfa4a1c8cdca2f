//! Unpacks the keys of eight tracks.

use rigmill_format::compressed_clip::{Head, Record, STEP_BIAS};

use super::group::{Heads, ROW_WINDOW};
use super::spread::Spread;
use crate::blocks::dispatch::AnyProcessor;

/// The keys of eight tracks at the frames around a time.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Keys {
    /// x, y, z at the frame before, and at the one after.
    pub(super) parts: [[[f32; 8]; 3]; 2],
    /// Which of the tracks have a key that is relative to a base rotation; none if they are not needed.
    pub(super) rebased: u8,
    /// Whether a wanted block has any of the tracks. The rest has no meaning if not.
    pub(super) needed: bool,
}

impl Keys {
    pub(super) const NONE: Self = Self { parts: [[[0.0; 8]; 3]; 2], rebased: 0, needed: true };
}

/// A way to unpack keys. All ways give the same numbers.
pub(super) trait Unpack: Spread {
    /// The positions of keys in a row, and how they are decoded.
    type Positions;

    /// The positions for eight tracks, of which the first `count` exist. Their keys begin at bit `bit` of a row's window;
    /// step codes are relative to `base`.
    fn positions(self, records: &[u8; 32], base: u8, heads: &Heads<'_>, bit: u32, count: usize) -> Self::Positions;

    /// The number of bits that these keys take, and which of them are relative to a base rotation.
    fn taken(self, positions: &Self::Positions) -> (u32, u8);

    /// x, y, z of the keys at these positions in the windows of rows.
    fn keys<const N: usize>(self, positions: &Self::Positions, windows: [&[u8; ROW_WINDOW]; N]) -> [[[f32; 8]; 3]; N];
}

/// [`Unpack::Positions`] for any processor.
pub(super) struct Positions {
    first: [u32; 8],
    widths: [[u32; 8]; 3],
    least: [[i32; 8]; 3],
    steps: [[f32; 8]; 3],
    bits: u32,
    rebased: u8,
}

impl Positions {
    const NONE: Self =
        Self { first: [0; 8], widths: [[0; 8]; 3], least: [[0; 8]; 3], steps: [[0.0; 8]; 3], bits: 0, rebased: 0 };
}

impl Unpack for AnyProcessor {
    type Positions = Positions;

    #[inline(always)]
    fn positions(self, records: &[u8; 32], base: u8, heads: &Heads<'_>, bit: u32, count: usize) -> Positions {
        let mut positions = Positions::NONE;
        for lane in 0..count.min(8) {
            let (head, record) = (head(heads, lane), record(records, lane));
            let (least, widths) = (head.minima(record.shifts()), head.widths());
            positions.first[lane] = bit + positions.bits;
            for axis in 0..3 {
                let code = record.0 >> (6 * axis) & 63;
                positions.widths[axis][lane] = widths[axis];
                positions.least[axis][lane] = least[axis];
                positions.steps[axis][lane] = f32::from_bits((u32::from(base) + code + STEP_BIAS) << 21);
                positions.bits += widths[axis];
            }
            positions.rebased |= u8::from(head.base_rotation() != 0) << lane;
        }
        positions
    }

    #[inline(always)]
    fn taken(self, positions: &Positions) -> (u32, u8) {
        (positions.bits, positions.rebased)
    }

    #[inline(always)]
    fn keys<const N: usize>(self, positions: &Positions, windows: [&[u8; ROW_WINDOW]; N]) -> [[[f32; 8]; 3]; N] {
        let mut keys = [[[0.0; 8]; 3]; N];
        for (keys, window) in keys.iter_mut().zip(windows) {
            for lane in 0..8 {
                let mut bits = word(window, positions.first[lane] >> 3) >> (positions.first[lane] & 7);
                for axis in 0..3 {
                    let width = positions.widths[axis][lane];
                    #[expect(clippy::cast_possible_truncation, reason = "19 bits at most")]
                    let part = (bits & ((1 << width) - 1)) as i32;
                    keys[axis][lane] = (positions.least[axis][lane] + part) as f32 * positions.steps[axis][lane];
                    bits >>= width;
                }
            }
        }
        keys
    }
}

/// Eight bytes of a row.
#[inline(always)]
pub(super) fn word(window: &[u8; ROW_WINDOW], at: u32) -> u64 {
    // Positions are at most 50, which a compiler cannot know.
    let at = at as usize & 63;
    let [a, b, c, d, e, f, g, h] = *window.get(at..at + 8).and_then(|bytes| bytes.first_chunk()).unwrap_or(&[0; 8]);
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

#[inline(always)]
pub(super) fn head(heads: &Heads<'_>, number: usize) -> Head {
    Head {
        least: u32::from_le_bytes(heads.least.as_chunks().0[number & 7]),
        widths: u16::from_le_bytes(heads.widths.as_chunks().0[number & 7]),
    }
}

#[inline(always)]
fn record(records: &[u8; 32], number: usize) -> Record {
    Record(u32::from_le_bytes(records.as_chunks().0[number & 7]))
}
