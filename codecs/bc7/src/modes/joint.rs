//! Modes 0, 1, 2, 3, 6 and 7: one index per pixel for all channels, in one to three subsets.

use crate::block::Block;
use crate::block::moments::Moments;
use crate::block::partitions::{anchors, count, lanes, masks};
use crate::fit::ends::{LowBit, LowBits, Precision};
use crate::fit::{Care, Fit, Target};
use crate::modes::best::Best;
use crate::modes::bits::Bits;
use crate::modes::indices::{coarseness, endpoint_noise, invert, put_indices, steps, stored};

/// The layout of a mode's blocks.
#[derive(Clone, Copy)]
pub(crate) struct Joint {
    mode: u8,
    /// The number of channels that the mode stores: 3 (without alpha) or 4.
    channels: usize,
    partition_bits: u32,
    precision: Precision,
    index_bits: u32,
}

const fn joint(mode: u8, channels: usize, partition_bits: u32, bits: u32, low_bit: LowBit, index_bits: u32) -> Joint {
    Joint { mode, channels, partition_bits, precision: Precision { bits, low_bit }, index_bits }
}

pub(crate) const MODE_0: Joint = joint(0, 3, 4, 4, LowBit::OfEndpoint, 3);
pub(crate) const MODE_1: Joint = joint(1, 3, 6, 6, LowBit::OfSubset, 3);
pub(crate) const MODE_2: Joint = joint(2, 3, 6, 5, LowBit::None, 2);
pub(crate) const MODE_3: Joint = joint(3, 3, 6, 7, LowBit::OfEndpoint, 2);
pub(crate) const MODE_6: Joint = joint(6, 4, 0, 7, LowBit::OfEndpoint, 4);
pub(crate) const MODE_7: Joint = joint(7, 4, 6, 5, LowBit::OfEndpoint, 2);

/// Low bits for opaque blocks: with a low bit of 1, an endpoint of 7 bits can represent an alpha of 255.
const OPAQUE: [LowBits; 1] = [[Some(1); 2]];

impl Joint {
    #[inline(always)]
    pub(crate) fn number(self) -> u8 {
        self.mode
    }

    /// Returns the number of partitions.
    #[inline(always)]
    pub(crate) fn partitions(self) -> usize {
        1 << self.partition_bits
    }

    /// Estimates the error of pixels whose variation along lines is `line`. The variation off the lines comes on top.
    #[inline(always)]
    pub(crate) fn estimate(self, line: f32) -> f32 {
        let bits = self.precision.bits + u32::from(self.precision.low_bit != LowBit::None);
        line * coarseness(self.index_bits) + endpoint_noise(bits, self.channels)
    }

    /// Returns whether the mode stores a constant alpha of 255 in addition to the `C` channels that are fitted.
    #[inline(always)]
    fn adds_alpha<const C: usize>(self) -> bool {
        C < self.channels
    }

    /// Fits the mode to the first `C` channels in `S` subsets.
    #[inline(always)]
    pub(crate) fn fit<const C: usize, const S: usize>(
        self,
        block: &Block,
        moments: &Moments,
        partition: usize,
        care: Care,
        best: &mut Best,
    ) {
        let masks: [u16; S] = masks(partition);
        let (mut pixels, mut sums, mut counts) = ([[0.0; 16]; S], [[0.0; 16]; S], [0.0; S]);
        for s in 0..S {
            pixels[s] = lanes(masks[s]);
            moments.of_mask(masks[s], &mut sums[s]);
            counts[s] = count(masks[s]);
        }
        let (mut channels, mut numbers) = ([&block.channels[0]; C], [0; C]);
        for c in 1..C {
            (channels[c], numbers[c]) = (&block.channels[c], c);
        }
        let target = Target::<C, S> {
            channels,
            numbers,
            masks: pixels,
            sums,
            counts,
            steps: steps(self.index_bits),
            bits: self.precision.bits,
            low_bits: if self.adds_alpha::<C>() { &OPAQUE } else { self.precision.low_bits() },
        };
        let mut fit = target.fit(care);
        target.polish(care, &mut fit);
        best.offer(fit.error(), || self.pack(partition, &masks, &fit));
    }

    #[inline(always)]
    fn pack<const C: usize, const S: usize>(self, partition: usize, masks: &[u16; S], fit: &Fit<C, S>) -> u128 {
        let mut ends = fit.ends;
        let mut indices = stored(&fit.indices);
        let anchors: [usize; S] = anchors(partition);
        for s in 0..S {
            // The highest bit of an anchor's index is not stored, so it must be 0. If it is not, swap the endpoints.
            if indices[anchors[s]] >> (self.index_bits - 1) != 0 {
                ends[s].stored.swap(0, 1);
                ends[s].low_bits.swap(0, 1);
                invert(&mut indices, masks[s], self.index_bits);
            }
        }
        let mut bits = Bits::of_mode(u32::from(self.mode));
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        bits.put(partition as u8, self.partition_bits);
        for channel in 0..C {
            for ends in ends {
                bits.put(ends.stored[0][channel], self.precision.bits);
                bits.put(ends.stored[1][channel], self.precision.bits);
            }
        }
        if self.adds_alpha::<C>() {
            bits.put(127, 7);
            bits.put(127, 7);
        }
        for ends in ends {
            let of_endpoint = ends.low_bits[1].filter(|_| self.precision.low_bit == LowBit::OfEndpoint);
            for low_bit in [ends.low_bits[0], of_endpoint].into_iter().flatten() {
                bits.put(low_bit, 1);
            }
        }
        put_indices(&mut bits, &indices, &anchors, self.index_bits);
        bits.finish()
    }
}
