//! [`AnyProcessor`]: unpacks the keys of four tracks in parallel, twice.

use std::array::from_fn;

use rigmill_format::compressed_clip::{Head, STEP_BIAS};

use super::group::{Heads, ROW_WINDOW, Tracks};
use super::unpack::{Parts, Taken, Unpack};
use crate::blocks::dispatch::AnyProcessor;
use crate::blocks::quad::{Floats, Ints};

impl Unpack for AnyProcessor {
    #[inline(always)]
    fn unpack<const N: usize>(
        self,
        tracks: &Tracks<'_>,
        windows: [&[u8; ROW_WINDOW]; N],
        keys: &mut [Parts; N],
    ) -> Taken {
        let (low, high) = (Four::new(tracks, 0), Four::new(tracks, 4));
        let middle = low.unpack(tracks, tracks.bit, windows, keys);
        let end = high.unpack(tracks, middle, windows, keys);
        let rebased = if low.turns().plus(high.turns()).numbers() == [0; 4] { 0 } else { rebased(tracks) };
        Taken { bits: end - tracks.bit, rebased }
    }
}

/// The tracks whose keys are relative to a base rotation.
#[cold]
fn rebased(Tracks { heads, count, .. }: &Tracks<'_>) -> u8 {
    let is_rebased = |lane: &usize| {
        let Head { least, widths } = heads.head(*lane);
        least >> 30 != 0 || widths >> 12 != 0
    };
    (0..8.min(*count)).filter(is_rebased).fold(0, |mask, lane| mask | 1 << lane)
}

/// The heads and records of four tracks.
struct Four {
    /// The number of the first of these tracks among the eight.
    first: usize,
    minima: Ints,
    widths: Ints,
    records: Ints,
}

impl Four {
    #[inline(always)]
    fn new(tracks: &Tracks<'_>, first: usize) -> Self {
        let Tracks { records, heads: Heads { least, widths }, count, .. } = *tracks;
        let mut four = Self {
            first,
            minima: Ints::new(from_fn(|lane| u32::from_le_bytes(least.as_chunks().0[first + lane]))),
            widths: Ints::new(from_fn(|lane| u16::from_le_bytes(widths.as_chunks().0[first + lane]).into())),
            records: Ints::new(from_fn(|lane| u32::from_le_bytes(records.as_chunks().0[first + lane]))),
        };
        if count < 8 {
            let present = Ints::new(from_fn(|lane| if first + lane < count { u32::MAX } else { 0 }));
            four.minima = four.minima.and(present);
            four.widths = four.widths.and(present);
        }
        four
    }

    /// Not 0 for tracks whose keys are relative to a base rotation.
    #[inline(always)]
    fn turns(&self) -> Ints {
        self.widths.shifted_right::<12>().plus(self.minima.shifted_right::<30>())
    }

    /// Unpacks the keys from bit `bit` of the windows on, and returns the bit after them.
    #[inline(always)]
    fn unpack<const N: usize>(
        &self,
        tracks: &Tracks<'_>,
        bit: u32,
        windows: [&[u8; ROW_WINDOW]; N],
        keys: &mut [Parts; N],
    ) -> u32 {
        let Self { minima, widths, records, .. } = self;
        let base = Ints::splat((u32::from(tracks.base) + STEP_BIAS) << STEP);
        let [x, y, z] = [width(*widths), width(widths.shifted_right::<4>()), width(widths.shifted_right::<8>())];
        let ends = x.plus(y).plus(z).running_sum().plus(Ints::splat(bit));
        let (from_z, from_y) = (ends.minus(z), ends.minus(z).minus(y));
        let axes = [
            Axis {
                bit: from_y.minus(x),
                width: x,
                least: minima.shifted_left::<22>(),
                power: records.shifted_left::<5>(),
                step: records.shifted_left::<STEP>(),
            },
            Axis {
                bit: from_y,
                width: y,
                least: minima.shifted_left::<12>(),
                power: records.shifted_left::<1>(),
                step: records.shifted_left::<15>(),
            },
            Axis {
                bit: from_z,
                width: z,
                least: minima.shifted_left::<2>(),
                power: records.shifted_right::<3>(),
                step: records.shifted_left::<9>(),
            },
        ];
        for (number, axis) in axes.into_iter().enumerate() {
            let code = axis.code(base);
            for (keys, window) in keys.iter_mut().zip(windows) {
                keys[number][self.first..self.first + 4].copy_from_slice(&code.decode(window));
            }
        }
        ends.numbers()[3]
    }
}

/// Decodes the lowest four bits of each lane: 15 means 19.
#[inline(always)]
fn width(codes: Ints) -> Ints {
    let code = codes.and(Ints::splat(15));
    code.plus(code.plus(Ints::splat(1)).shifted_right::<2>().and(Ints::splat(4)))
}

/// The lowest bit of an `f32`'s exponent.
const EXPONENT: i32 = 23;

/// The lowest bit of a step code in an `f32`.
const STEP: i32 = 21;

/// The bits of 1.0.
const ONE: u32 = 127 << EXPONENT;

/// One component of four tracks, as stored in the file.
struct Axis {
    /// The window's bit at which each key starts.
    bit: Ints,
    width: Ints,
    /// The minimum in the highest bits.
    least: Ints,
    /// The binary logarithm of the minimum's unit, in the bits of the exponent.
    power: Ints,
    /// The code of the step, from bit [`STEP`] on.
    step: Ints,
}

/// One component of four tracks, ready to decode.
struct Code {
    /// The window's byte that contains the lowest bit of each key.
    bytes: [u32; 4],
    /// The bits of each key in the word of four bytes from that byte on.
    mask: Ints,
    /// The minimum and the step, in units of the word's lowest bit.
    least: Floats,
    step: Floats,
}

impl Axis {
    /// SSE2 cannot shift each lane by a different number of bits. So keys are not shifted to the lowest bit of their word.
    /// Instead, minima and steps get different exponents, which is exact. Powers of two are computed as exponents, too.
    #[inline(always)]
    fn code(self, base: Ints) -> Code {
        let rest = self.bit.shifted_left::<29>().shifted_right::<6>();
        let lowest = Ints::splat(ONE).plus(rest);
        let end = lowest.plus(self.width.shifted_left::<EXPONENT>());
        let unit = lowest.plus(self.power.and(Ints::splat(15 << EXPONENT)));
        let least = self.least.arithmetic_shifted_right::<22>().to_floats();
        Code {
            bytes: self.bit.shifted_right::<3>().and(Ints::splat(63)).numbers(),
            mask: end.as_floats().truncated().minus(lowest.as_floats().truncated()),
            least: least.times(unit.as_floats()),
            step: base.plus(self.step.and(Ints::splat(63 << STEP))).minus(rest).as_floats(),
        }
    }
}

impl Code {
    /// A minimum is an integer of at most 25 bits whose lowest bits are 0, and a key's number has at most 19 bits. An `f32` holds
    /// both exactly. So their sum is rounded as if it were computed in integers.
    #[inline(always)]
    fn decode(&self, window: &[u8; ROW_WINDOW]) -> [f32; 4] {
        let words = Ints::new(self.bytes.map(|at| word(window, at)));
        self.least.plus(words.and(self.mask).to_floats()).times(self.step).numbers()
    }
}

/// Four bytes of a row, as a word.
#[inline(always)]
fn word(window: &[u8; ROW_WINDOW], at: u32) -> u32 {
    // Positions are at most 55, but the compiler cannot know that.
    let at = at as usize & 63;
    window.get(at..at + 4).and_then(|bytes| bytes.first_chunk()).map_or(0, |bytes| u32::from_le_bytes(*bytes))
}
