//! The two endpoints of a subset, as a block stores them.

use crate::block::lanes::{max, min, round};

/// Whether endpoints have a lowest bit that all of their channels share: the P-bit of the specification.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LowBit {
    None,
    /// One for both endpoints of a subset.
    OfSubset,
    /// One for each endpoint.
    OfEndpoint,
}

/// How exactly endpoints are stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precision {
    /// Of each channel, without the low bit.
    pub(crate) bits: u32,
    pub(crate) low_bit: LowBit,
}

/// The low bits of the two endpoints. `None` where the format has none.
pub(crate) type LowBits = [Option<u8>; 2];

impl Precision {
    /// All low bits to choose from.
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
    /// Without low bits.
    pub(crate) stored: [[u8; C]; 2],
    pub(crate) low_bits: LowBits,
    /// What a decoder makes of them: 0 to 255.
    pub(crate) values: [[f32; C]; 2],
}

impl<const C: usize> Ends<C> {
    /// Before anything is fitted.
    pub(crate) const NONE: Self = Self { stored: [[0; C]; 2], low_bits: [None; 2], values: [[0.0; C]; 2] };

    /// The nearest to `targets` that have these low bits.
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

    /// With one component changed by `step`, unless it is then out of range.
    #[inline(always)]
    pub(crate) fn moved(mut self, end: usize, channel: usize, step: i8, bits: u32) -> Option<Self> {
        let stored =
            self.stored[end][channel].checked_add_signed(step).filter(|stored| u32::from(*stored) >> bits == 0)?;
        self.stored[end][channel] = stored;
        self.values[end][channel] = value(stored, bits, self.low_bits[end]);
        Some(self)
    }

    /// How far the values are from `targets`.
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

/// What a decoder makes of it: the highest bits are repeated in the lowest of eight.
#[inline(always)]
fn value(stored: u8, bits: u32, low_bit: Option<u8>) -> f32 {
    let (all, bits) = match low_bit {
        None => (stored, bits),
        Some(low_bit) => (stored << 1 | low_bit, bits + 1),
    };
    let high = all << (8 - bits);
    f32::from(high | high.checked_shr(bits).unwrap_or(0))
}

/// The largest number of so many bits.
#[inline(always)]
fn scale(bits: u32) -> f32 {
    f32::from(u16::MAX >> (16 - bits))
}
