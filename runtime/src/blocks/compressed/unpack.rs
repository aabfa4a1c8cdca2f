//! Unpacks the keys of eight tracks.

use rigmill_format::compressed_clip::{Head, Record, STEP_BIAS};

use super::group::{Heads, ROW_WINDOW};
use super::spread::Spread;
use crate::blocks::dispatch::AnyProcessor;

/// The keys of eight tracks, at the two frames around a time.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Keys {
    /// The components x, y, z at the earlier and at the later frame.
    pub(super) parts: [[[f32; 8]; 3]; 2],
    /// The tracks that have a key relative to a base rotation; none if the tracks are not needed.
    pub(super) rebased: u8,
    /// Whether a wanted block has any of the tracks. If not, the other fields have no meaning.
    pub(super) needed: bool,
}

impl Keys {
    pub(super) const NONE: Self = Self { parts: [[[0.0; 8]; 3]; 2], rebased: 0, needed: true };
}

/// An implementation of unpacking keys. All implementations give the same numbers.
pub(super) trait Unpack: Spread {
    /// The positions of keys in a row, and how to decode them.
    type Positions;

    /// Computes the positions of eight tracks, of which the first `count` exist. Their keys start at bit `bit` of a row's
    /// window. Step codes are relative to `base`.
    fn positions(self, records: &[u8; 32], base: u8, heads: &Heads<'_>, bit: u32, count: usize) -> Self::Positions;

    /// The number of bits of these keys, and the keys that are relative to a base rotation.
    fn taken(self, positions: &Self::Positions) -> (u32, u8);

    /// The components x, y, z of the keys at these positions, in the windows of `N` rows.
    fn keys<const N: usize>(self, positions: &Self::Positions, windows: [&[u8; ROW_WINDOW]; N]) -> [[[f32; 8]; 3]; N];
}

/// [`Unpack::Positions`] for any processor. Minima are integers of at most 25 bits whose lowest bits are 0, so an `f32` holds
/// them exactly.
#[derive(Clone, Copy)]
pub(super) struct Positions {
    first: [u32; 8],
    widths: [[u32; 8]; 3],
    least: [[f32; 8]; 3],
    steps: [[f32; 8]; 3],
    bits: u32,
    rebased: u8,
}

/// For each width, a mask of that number of low bits.
static MASKS: [u32; 32] = masks();

const fn masks() -> [u32; 32] {
    let mut masks = [0; 32];
    let mut width = 1;
    while width < 32 {
        masks[width] = 2 * masks[width - 1] + 1;
        width += 1;
    }
    masks
}

/// The heads and records of eight tracks.
struct Lists {
    minima: [u32; 8],
    widths: [u32; 8],
    records: [u32; 8],
}

impl Lists {
    /// The widths, minimum values and steps of one component.
    #[inline(always)]
    fn axis(&self, axis: u32, zero: u32) -> ([u32; 8], [f32; 8], [f32; 8]) {
        let (mut widths, mut least, mut steps) = ([0; 8], [0.0; 8], [0.0; 8]);
        for lane in 0..8 {
            let code = self.widths[lane] >> (4 * axis) & 15;
            widths[lane] = code + (u32::from(code == 15) << 2);
        }
        for lane in 0..8 {
            let minimum = (self.minima[lane] << (22 - 10 * axis)).cast_signed() >> 22;
            let power = self.records[lane] >> (18 + 4 * axis) & 15;
            least[lane] = minimum as f32 * f32::from_bits((power + 127) << 23);
        }
        for lane in 0..8 {
            let step = self.records[lane] >> (6 * axis) & 63;
            steps[lane] = f32::from_bits((zero + step) << 21);
        }
        (widths, least, steps)
    }
}

impl Unpack for AnyProcessor {
    type Positions = Positions;

    /// Consists of loops over eight lanes that compilers turn into vector instructions. They have no branches, and no shifts by
    /// a different number per lane, because SSE2 has no instruction for these.
    #[inline(always)]
    fn positions(self, records: &[u8; 32], base: u8, heads: &Heads<'_>, bit: u32, count: usize) -> Positions {
        let mut lists = Lists { minima: [0; 8], widths: [0; 8], records: [0; 8] };
        for lane in 0..8 {
            let present = if lane < count { u32::MAX } else { 0 };
            let Head { least, widths } = head(heads, lane);
            lists.minima[lane] = least & present;
            lists.widths[lane] = u32::from(widths) & present;
            lists.records[lane] = record(records, lane).0;
        }
        let zero = u32::from(base) + STEP_BIAS;
        // Three calls instead of a loop, so that shifts are by constants.
        let (x, y, z) = (lists.axis(0, zero), lists.axis(1, zero), lists.axis(2, zero));
        let (mut first, mut bits, mut rebased) = ([0; 8], 0, 0);
        for lane in 0..8 {
            first[lane] = bit + bits;
            bits += x.0[lane] + y.0[lane] + z.0[lane];
            rebased |= u8::from((lists.widths[lane] >> 12 | lists.minima[lane] >> 30) != 0) << lane;
        }
        Positions { first, widths: [x.0, y.0, z.0], least: [x.1, y.1, z.1], steps: [x.2, y.2, z.2], bits, rebased }
    }

    #[inline(always)]
    fn taken(self, positions: &Positions) -> (u32, u8) {
        (positions.bits, positions.rebased)
    }

    /// First extracts the bits of each key, lane by lane, and then does the arithmetic on all lanes. The sum of a minimum and a
    /// key's stored number is rounded exactly as if the sum were computed in integers and converted to `f32`.
    #[inline(always)]
    fn keys<const N: usize>(self, positions: &Positions, windows: [&[u8; ROW_WINDOW]; N]) -> [[[f32; 8]; 3]; N] {
        let Positions { first, widths, least, steps, .. } = positions;
        let mut parts = [[[0_i32; 8]; 3]; N];
        for lane in 0..8 {
            let (at, rest) = (first[lane] >> 3, first[lane] & 7);
            let [x, y, z] = [0, 1, 2].map(|axis: usize| widths[axis][lane]);
            for (parts, window) in parts.iter_mut().zip(windows) {
                let from_x = word(window, at) >> rest;
                let from_y = from_x >> x;
                parts[0][lane] = lowest(from_x, x);
                parts[1][lane] = lowest(from_y, y);
                parts[2][lane] = lowest(from_y >> y, z);
            }
        }
        let mut keys = [[[0.0; 8]; 3]; N];
        for (keys, parts) in keys.iter_mut().zip(&parts) {
            for axis in 0..3 {
                for lane in 0..8 {
                    keys[axis][lane] = (least[axis][lane] + parts[axis][lane] as f32) * steps[axis][lane];
                }
            }
        }
        keys
    }
}

/// The lowest `width` bits of a word.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the rest is masked out")]
fn lowest(word: u64, width: u32) -> i32 {
    (word as u32 & MASKS[width as usize & 31]).cast_signed()
}

/// Eight bytes of a row, as a word.
#[inline(always)]
pub(super) fn word(window: &[u8; ROW_WINDOW], at: u32) -> u64 {
    // Positions are at most 50, but the compiler cannot know that.
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
