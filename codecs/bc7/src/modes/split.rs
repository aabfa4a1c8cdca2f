//! Modes 4 and 5: one channel has its own endpoints and indices.

use crate::block::Block;
use crate::block::lanes::{Lanes, largest, max, round, smallest, sum};
use crate::block::moments::{Moments, Sums};
use crate::fit::line::{covariance, largest_part};
use crate::fit::{Care, Fit, Target};
use crate::modes::best::Best;
use crate::modes::bits::Bits;
use crate::modes::indices::{coarseness, endpoint_noise, invert, put_indices, steps, stored};

/// The layout of a mode's blocks.
#[derive(Clone, Copy)]
pub(crate) struct Split {
    mode: u32,
    /// The number of bits for each component of the three joint channels.
    bits: u32,
    /// The number of bits for the single channel.
    single_bits: u32,
    /// The number of bits for the indices of the three joint channels.
    index_bits: u32,
    single_index_bits: u32,
}

/// Mode 4 with 2-bit and with 3-bit indices for the three joint channels, and mode 5.
pub(crate) const MODES: [Split; 3] = [
    Split { mode: 4, bits: 5, single_bits: 6, index_bits: 2, single_index_bits: 3 },
    Split { mode: 4, bits: 5, single_bits: 6, index_bits: 3, single_index_bits: 2 },
    Split { mode: 5, bits: 7, single_bits: 8, index_bits: 2, single_index_bits: 2 },
];

impl Split {
    /// Estimates the error, without the variation of the pixels off the line of the three joint channels.
    #[inline(always)]
    pub(crate) fn estimate(self, spread: &Spread) -> f32 {
        let singles = if self.single_index_bits == 2 { spread.singles[0] } else { spread.singles[1] };
        let three = spread.line * coarseness(self.index_bits) + endpoint_noise(self.bits, 3);
        three + singles + endpoint_noise(self.single_bits, 1)
    }

    #[inline(always)]
    pub(crate) fn fit(self, block: &Block, moments: &Moments, single: usize, care: Care, best: &mut Best) {
        let mut sums = [0.0; 16];
        moments.of_mask(0xFFFF, &mut sums);
        let three = self.fit_part(block, &sums, others(single), self.bits, self.index_bits, care);
        let one = self.fit_part(block, &sums, [single], self.single_bits, self.single_index_bits, care);
        best.offer(three.error() + one.error(), || self.pack(single, three, one));
    }

    #[inline(always)]
    fn fit_part<const C: usize>(
        self,
        block: &Block,
        sums: &Sums,
        numbers: [usize; C],
        bits: u32,
        index_bits: u32,
        care: Care,
    ) -> Fit<C, 1> {
        let mut channels = [&block.channels[0]; C];
        for c in 0..C {
            channels[c] = &block.channels[numbers[c]];
        }
        let target = Target::<C, 1> {
            channels,
            numbers,
            masks: [[1.0; 16]],
            sums: [*sums],
            counts: [16.0],
            steps: steps(index_bits),
            bits,
            low_bits: &[[None; 2]],
        };
        let mut fit = target.fit(care);
        target.polish(care, &mut fit);
        fit
    }

    #[inline(always)]
    fn pack(self, single: usize, mut three: Fit<3, 1>, mut one: Fit<1, 1>) -> u128 {
        let indices = anchored(&mut three, self.index_bits);
        let single_indices = anchored(&mut one, self.single_index_bits);
        let mut bits = Bits::of_mode(self.mode);
        // After decoding, alpha is swapped with the channel of this number, counted from 1 for red. 0 means no swap.
        #[expect(clippy::cast_possible_truncation, reason = "0 to 3")]
        bits.put((single as u8 + 1) & 3, 2);
        if self.mode == 4 {
            // Whether the three joint channels use the 3-bit indices.
            bits.put(u8::from(self.index_bits == 3), 1);
        }
        for channel in 0..3 {
            bits.put(three.ends[0].stored[0][channel], self.bits);
            bits.put(three.ends[0].stored[1][channel], self.bits);
        }
        bits.put(one.ends[0].stored[0][0], self.single_bits);
        bits.put(one.ends[0].stored[1][0], self.single_bits);
        // The shorter indices are stored first.
        let (mut first, mut second) = ((indices, self.index_bits), (single_indices, self.single_index_bits));
        if first.1 > second.1 {
            std::mem::swap(&mut first, &mut second);
        }
        put_indices(&mut bits, &first.0, &[0], first.1);
        put_indices(&mut bits, &second.0, &[0], second.1);
        bits.finish()
    }
}

/// How the pixels vary if one channel is separated from the others.
pub(crate) struct Spread {
    /// The variation along the best line through the other channels.
    line: f32,
    /// The variation off this line, which no indices can represent.
    pub(crate) off_line: f32,
    /// The single channel's error with 2-bit and with 3-bit indices between its smallest and largest value.
    singles: [f32; 2],
}

impl Spread {
    #[inline(always)]
    pub(crate) fn new(block: &Block, sums: &Sums, single: usize) -> Self {
        let others = covariance(sums, &others(single), 16.0);
        let line = largest_part(&others);
        let off_line = max(others[0][0] + others[1][1] + others[2][2] - line, 0.0);
        let channel = &block.channels[single];
        Self { line, off_line, singles: [rounding(channel, 3.0), rounding(channel, 7.0)] }
    }
}

/// Returns the sum of squared differences between a channel's values and the nearest of evenly spaced steps between its
/// extremes.
#[inline(always)]
fn rounding(channel: &Lanes, steps: f32) -> f32 {
    let (low, high) = (smallest(channel), largest(channel));
    let step = max(high - low, 1.0) / steps;
    let scale = 1.0 / step;
    let mut squares = [0.0; 16];
    for i in 0..16 {
        let along = (channel[i] - low) * scale;
        let difference = (along - round(along)) * step;
        squares[i] = difference * difference;
    }
    sum(&squares)
}

/// Returns the channels other than `single`, in the order in which the block stores them: alpha takes the place of `single`.
#[inline(always)]
fn others(single: usize) -> [usize; 3] {
    let mut channels = [0, 1, 2];
    if single < 3 {
        channels[single] = 3;
    }
    channels
}

/// Returns the indices, and swaps the endpoints if necessary so that the first index has a highest bit of 0.
#[inline(always)]
fn anchored<const C: usize>(fit: &mut Fit<C, 1>, index_bits: u32) -> [u8; 16] {
    let indices: &Lanes = &fit.indices;
    let mut indices = stored(indices);
    if indices[0] >> (index_bits - 1) != 0 {
        fit.ends[0].stored.swap(0, 1);
        invert(&mut indices, 0xFFFF, index_bits);
    }
    indices
}
