//! Keys of eight tracks out of their bits.

use rigmill_format::compressed_clip::{Head, Record, STEP_BIAS};

use super::group::{Heads, ROW_WINDOW};
use super::spread::Spread;
use crate::dispatch::AnyProcessor;

/// The keys of eight tracks at the frames around a time.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Keys {
    /// x, y, z at the frame before, and at the one after.
    pub(super) parts: [[[f32; 8]; 3]; 2],
    /// Which of the tracks have a key that is relative to a turn.
    pub(super) turned: u8,
}

impl Keys {
    pub(super) const NONE: Self = Self { parts: [[[0.0; 8]; 3]; 2], turned: 0 };
}

/// A way to take keys out of their bits. All ways give the same numbers.
pub(super) trait Unpack: Spread {
    /// Where keys lie in a row and what becomes of them.
    type Places;

    /// Of eight tracks, the first `count` of which exist, and whose keys begin at bit `bit` of a row's window; `base` is that
    /// of the codes of steps.
    fn places(self, records: &[u8; 32], base: u8, heads: &Heads<'_>, bit: u32, count: usize) -> Self::Places;

    /// Bits of a row that these keys take, and which of them are relative to turns.
    fn taken(self, places: &Self::Places) -> (u32, u8);

    /// x, y, z of the keys at these places in the windows of rows.
    fn keys<const N: usize>(self, places: &Self::Places, windows: [&[u8; ROW_WINDOW]; N]) -> [[[f32; 8]; 3]; N];
}

/// [`Unpack::Places`] for any processor.
pub(super) struct Places {
    first: [u32; 8],
    widths: [[u32; 8]; 3],
    least: [[i32; 8]; 3],
    steps: [[f32; 8]; 3],
    bits: u32,
    turned: u8,
}

impl Places {
    const NONE: Self =
        Self { first: [0; 8], widths: [[0; 8]; 3], least: [[0; 8]; 3], steps: [[0.0; 8]; 3], bits: 0, turned: 0 };
}

impl Unpack for AnyProcessor {
    type Places = Places;

    #[inline(always)]
    fn places(self, records: &[u8; 32], base: u8, heads: &Heads<'_>, bit: u32, count: usize) -> Places {
        let mut places = Places::NONE;
        for lane in 0..count.min(8) {
            let (head, record) = (head(heads, lane), record(records, lane));
            let (least, widths) = (head.minima(record.shifts()), head.widths());
            places.first[lane] = bit + places.bits;
            for axis in 0..3 {
                let code = record.0 >> (6 * axis) & 63;
                places.widths[axis][lane] = widths[axis];
                places.least[axis][lane] = least[axis];
                places.steps[axis][lane] = f32::from_bits((u32::from(base) + code + STEP_BIAS) << 21);
                places.bits += widths[axis];
            }
            places.turned |= u8::from(head.base_rotation() != 0) << lane;
        }
        places
    }

    #[inline(always)]
    fn taken(self, places: &Places) -> (u32, u8) {
        (places.bits, places.turned)
    }

    #[inline(always)]
    fn keys<const N: usize>(self, places: &Places, windows: [&[u8; ROW_WINDOW]; N]) -> [[[f32; 8]; 3]; N] {
        let mut keys = [[[0.0; 8]; 3]; N];
        for (keys, window) in keys.iter_mut().zip(windows) {
            for lane in 0..8 {
                let mut bits = word(window, places.first[lane] >> 3) >> (places.first[lane] & 7);
                for axis in 0..3 {
                    let width = places.widths[axis][lane];
                    #[expect(clippy::cast_possible_truncation, reason = "19 bits at most")]
                    let part = (bits & ((1 << width) - 1)) as i32;
                    keys[axis][lane] = (places.least[axis][lane] + part) as f32 * places.steps[axis][lane];
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
    // Places are at most 50, which a compiler cannot know.
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
