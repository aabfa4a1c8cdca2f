//! Keys of eight tracks out of their bits.

use rigmill_format::compressed_clip::{Head, Record, STEP_BIAS};

use super::group::{Heads, ROW_WINDOW};

/// The keys of eight tracks at the frames around a time, in steps, and the steps.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Keys {
    pub(super) from: [[i32; 8]; 3],
    pub(super) to: [[i32; 8]; 3],
    pub(super) steps: [[f32; 8]; 3],
    /// Which of the tracks have a key that is relative to a turn.
    pub(super) turned: u8,
}

impl Keys {
    pub(super) const NONE: Self = Self { from: [[0; 8]; 3], to: [[0; 8]; 3], steps: [[0.0; 8]; 3], turned: 0 };
}

/// A way to take keys out of their bits and to bring them to their bones. All ways give the same numbers.
pub(super) trait Unpack: Copy {
    /// Where keys lie in a row and what is added to them.
    type Places;

    /// Of eight tracks, the first `count` of which exist, and whose keys begin at bit `bit` of a row's window.
    fn places(self, records: &[u8; 32], heads: &Heads, bit: u32, count: usize) -> Self::Places;

    /// Bits of a row that these keys take, and which of them are relative to turns.
    fn taken(self, places: &Self::Places) -> (u32, u8);

    /// The keys in a row's window.
    fn keys(self, places: &Self::Places, window: &[u8; ROW_WINDOW]) -> [[i32; 8]; 3];

    /// The keys at the same places in the windows of two rows.
    fn two_keys(self, places: &Self::Places, windows: [&[u8; ROW_WINDOW]; 2]) -> [[[i32; 8]; 3]; 2];

    /// The steps of the tracks.
    fn steps(self, records: &[u8; 32], base: u8) -> [[f32; 8]; 3];

    /// The next values to the lanes of a mask, `rest` to the other lanes.
    fn spread(self, values: &[f32; 8], mask: u8, rest: &[f32; 8]) -> [f32; 8];
}

/// The way that does on any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyProcessor;

/// [`Unpack::Places`] for any processor.
pub(super) struct Places {
    first: [u32; 8],
    widths: [[u32; 8]; 3],
    least: [[i32; 8]; 3],
    bits: u32,
    turned: u8,
}

impl Unpack for AnyProcessor {
    type Places = Places;

    #[inline(always)]
    fn places(self, records: &[u8; 32], heads: &Heads, bit: u32, count: usize) -> Places {
        let mut places = Places { first: [0; 8], widths: [[0; 8]; 3], least: [[0; 8]; 3], bits: 0, turned: 0 };
        for lane in 0..count.min(8) {
            let head = head(heads, lane);
            let (least, widths) = (head.minima(record(records, lane).shifts()), head.widths());
            places.first[lane] = bit + places.bits;
            for axis in 0..3 {
                places.widths[axis][lane] = widths[axis];
                places.least[axis][lane] = least[axis];
                places.bits += widths[axis];
            }
            places.turned |= u8::from(head.turn() != 0) << lane;
        }
        places
    }

    #[inline(always)]
    fn taken(self, places: &Places) -> (u32, u8) {
        (places.bits, places.turned)
    }

    #[inline(always)]
    fn keys(self, places: &Places, window: &[u8; ROW_WINDOW]) -> [[i32; 8]; 3] {
        let mut keys = places.least;
        for lane in 0..8 {
            let mut bits = word(window, places.first[lane] >> 3) >> (places.first[lane] & 7);
            for axis in 0..3 {
                let width = places.widths[axis][lane];
                #[expect(clippy::cast_possible_truncation, reason = "19 bits at most")]
                let part = (bits & ((1 << width) - 1)) as i32;
                keys[axis][lane] += part;
                bits >>= width;
            }
        }
        keys
    }

    #[inline(always)]
    fn two_keys(self, places: &Places, [first, second]: [&[u8; ROW_WINDOW]; 2]) -> [[[i32; 8]; 3]; 2] {
        [self.keys(places, first), self.keys(places, second)]
    }

    #[inline(always)]
    fn steps(self, records: &[u8; 32], base: u8) -> [[f32; 8]; 3] {
        let mut steps = [[0.0; 8]; 3];
        for lane in 0..8 {
            let codes = record(records, lane).0;
            for (axis, steps) in steps.iter_mut().enumerate() {
                let code = codes >> (6 * axis) & 63;
                steps[lane] = f32::from_bits((u32::from(base) + code + STEP_BIAS) << 21);
            }
        }
        steps
    }

    #[inline(always)]
    fn spread(self, values: &[f32; 8], mask: u8, rest: &[f32; 8]) -> [f32; 8] {
        let mut spread = *rest;
        for (lane, number) in lanes(mask) {
            spread[lane] = values[number & 7];
        }
        spread
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

/// The lanes of a mask, and for each which of them it is.
#[inline(always)]
pub(super) fn lanes(mask: u8) -> impl Iterator<Item = (usize, usize)> {
    let mut left = mask;
    (0..8_usize).map_while(move |number| {
        let lane = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (lane < 8).then_some((lane & 7, number))
    })
}

#[inline(always)]
pub(super) fn head(heads: &Heads, number: usize) -> Head {
    Head {
        least: u32::from_le_bytes(heads.least.as_chunks().0[number & 7]),
        widths: u16::from_le_bytes(heads.widths.as_chunks().0[number & 7]),
    }
}

#[inline(always)]
fn record(records: &[u8; 32], number: usize) -> Record {
    Record(u32::from_le_bytes(records.as_chunks().0[number & 7]))
}
