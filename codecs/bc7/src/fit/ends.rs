//! The two endpoints of a subset, as a block stores them.

use crate::block::lanes::{max, min, round};

/// Whether endpoints have an additional lowest bit that all channels share (the specification's P-bit).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LowBit {
    None,
    /// One low bit for both endpoints of a subset.
    OfSubset,
    /// One low bit for each endpoint.
    OfEndpoint,
}

/// The precision of stored endpoints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precision {
    /// The number of bits per channel, without the low bit.
    pub(crate) bits: u32,
    pub(crate) low_bit: LowBit,
}

/// The low bits of the two endpoints; `None` if the format has no low bit.
pub(crate) type LowBits = [Option<u8>; 2];

impl Precision {
    /// Returns all combinations of low bits that the mode can store.
    #[inline(always)]
    pub(crate) fn low_bits(self) -> &'static [LowBits] {
        const ALL: [LowBits; 4] = [[Some(0), Some(0)], [Some(1), Some(1)], [Some(0), Some(1)], [Some(1), Some(0)]];
        match self.low_bit {
            LowBit::None => &[[None; 2]],
            LowBit::OfSubset => &ALL[..2],
            LowBit::OfEndpoint => &ALL,
        }
    }
}

/// Two endpoints of `C` channels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends<const C: usize> {
    /// The stored values, without low bits.
    pub(crate) stored: [[u8; C]; 2],
    pub(crate) low_bits: LowBits,
    /// The values that a decoder computes, from 0 to 255.
    pub(crate) values: [[f32; C]; 2],
}

impl<const C: usize> Ends<C> {
    /// Placeholder endpoints, used before anything is fitted.
    pub(crate) const NONE: Self = Self { stored: [[0; C]; 2], low_bits: [None; 2], values: [[0.0; C]; 2] };

    /// Returns the endpoints with these low bits that are nearest to `targets`.
    #[inline(always)]
    pub(crate) fn nearest(targets: &[[f32; C]; 2], bits: u32, low_bits: LowBits) -> Self {
        let mut ends = Self { stored: [[0; C]; 2], low_bits, values: [[0.0; C]; 2] };
        for (end, low_bit) in low_bits.into_iter().enumerate() {
            for channel in 0..C {
                let stored = nearest(targets[end][channel], bits, low_bit);
                ends.stored[end][channel] = stored;
                ends.values[end][channel] = value(stored, bits, low_bit);
            }
        }
        ends
    }

    /// Changes one component by `step`; `None` if the result is out of range.
    #[inline(always)]
    pub(crate) fn moved(mut self, end: usize, channel: usize, step: i8, bits: u32) -> Option<Self> {
        let stored =
            self.stored[end][channel].checked_add_signed(step).filter(|stored| u32::from(*stored) >> bits == 0)?;
        self.stored[end][channel] = stored;
        self.values[end][channel] = value(stored, bits, self.low_bits[end]);
        Some(self)
    }

    /// Returns the sum of squared differences between the decoded values and `targets`.
    #[inline(always)]
    pub(crate) fn distance(&self, targets: &[[f32; C]; 2]) -> f32 {
        let mut distance = 0.0;
        for end in 0..2 {
            for channel in 0..C {
                let difference = self.values[end][channel] - targets[end][channel];
                distance += difference * difference;
            }
        }
        distance
    }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
fn nearest(target: f32, bits: u32, low_bit: Option<u8>) -> u8 {
    let stored = match low_bit {
        None => target * (scale(bits) / 255.0),
        Some(low_bit) => (target * (scale(bits + 1) / 255.0) - f32::from(low_bit)) * 0.5,
    };
    (min(max(round(stored), 0.0), scale(bits)) as i32) as u8
}

/// Returns the 8-bit value that a decoder computes: it repeats the highest bits in the missing low bits.
#[inline(always)]
fn value(stored: u8, bits: u32, low_bit: Option<u8>) -> f32 {
    let (all, bits) = match low_bit {
        None => (stored, bits),
        Some(low_bit) => (stored << 1 | low_bit, bits + 1),
    };
    let high = all << (8 - bits);
    f32::from(high | high.checked_shr(bits).unwrap_or(0))
}

/// Returns the largest number with this many bits.
#[inline(always)]
fn scale(bits: u32) -> f32 {
    f32::from(u16::MAX >> (16 - bits))
}
