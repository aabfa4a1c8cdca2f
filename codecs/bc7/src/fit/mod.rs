//! Fits endpoints and indices to the pixels of a block, for one mode and partition.

pub(crate) mod ends;
pub(crate) mod line;

use crate::block::lanes::{Lanes, masked_sum, max, min, round, sum};
use crate::block::moments::Sums;
use crate::fit::ends::{Ends, LowBits};
use crate::fit::line::{least_squares, principal};

/// The pixels to which endpoints and indices are fitted: `C` channels of a block in `S` subsets.
pub(crate) struct Target<'a, const C: usize, const S: usize> {
    pub(crate) channels: [&'a Lanes; C],
    /// The numbers of these channels in the block.
    pub(crate) numbers: [usize; C],
    /// The mask of each subset: 1 for the pixels of the subset, and 0 for all others.
    pub(crate) masks: [Lanes; S],
    /// The sums for each subset.
    pub(crate) sums: [Sums; S],
    pub(crate) counts: [f32; S],
    /// The largest index.
    pub(crate) steps: f32,
    /// The number of bits of each stored component, without the low bit.
    pub(crate) bits: u32,
    /// The combinations of low bits to try.
    pub(crate) low_bits: &'a [LowBits],
}

/// How much to try when fitting a [`Target`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Care {
    /// How often the endpoints are computed again from the indices.
    pub(crate) rounds: u32,
    /// Whether to try all combinations of low bits, instead of only the combination that gives the nearest endpoints.
    pub(crate) all_low_bits: bool,
    /// Whether to try the neighbours of each index. They can be better, because the values between rounded endpoints are not
    /// evenly spaced.
    pub(crate) all_indices: bool,
    /// How often each stored component is moved up and down by one step.
    pub(crate) polish: u32,
}

/// The best fit so far.
pub(crate) struct Fit<const C: usize, const S: usize> {
    pub(crate) ends: [Ends<C>; S],
    /// The index of each pixel, from 0 to the largest index.
    pub(crate) indices: Lanes,
    /// The sum of squared differences for each subset.
    errors: [f32; S],
}

impl<const C: usize, const S: usize> Fit<C, S> {
    /// Returns the sum of all squared differences.
    #[inline(always)]
    pub(crate) fn error(&self) -> f32 {
        self.errors.iter().sum()
    }
}

impl<const C: usize, const S: usize> Target<'_, C, S> {
    #[inline(always)]
    pub(crate) fn fit(&self, care: Care) -> Fit<C, S> {
        let mut wanted = [[[0.0; C]; 2]; S];
        for s in 0..S {
            wanted[s] = principal(&self.channels, &self.numbers, &self.masks[s], &self.sums[s], self.counts[s]);
        }
        let mut best = Fit { ends: [Ends::NONE; S], indices: [0.0; 16], errors: [f32::INFINITY; S] };
        // The first round is part of the loop, so that the large inlined code inside is compiled only once.
        for round in 0..=care.rounds {
            if round > 0 && !self.refine(&best.indices, &mut wanted) || !self.try_all(&wanted, care, &mut best) {
                break;
            }
        }
        best
    }

    /// Sets `wanted` to the best endpoints for these indices. Returns whether any subset got new endpoints.
    #[inline(always)]
    fn refine(&self, indices: &Lanes, wanted: &mut [[[f32; C]; 2]; S]) -> bool {
        let mut along = self.weights(indices);
        along.iter_mut().for_each(|weight| *weight *= 1.0 / 64.0);
        let mut is_new = false;
        for s in 0..S {
            if let Some(ends) = least_squares(&self.channels, &self.masks[s], &along, self.counts[s]) {
                wanted[s] = ends;
                is_new = true;
            }
        }
        is_new
    }

    /// Moves single components of the endpoints by one step, as long as this reduces the error.
    #[inline(always)]
    pub(crate) fn polish(&self, care: Care, best: &mut Fit<C, S>) {
        for _ in 0..care.polish {
            let mut is_better = false;
            for end in 0..2 {
                for channel in 0..C {
                    for step in [-1, 1] {
                        let mut ends = best.ends;
                        for subset in &mut ends {
                            *subset = subset.moved(end, channel, step, self.bits).unwrap_or(*subset);
                        }
                        is_better |= self.try_ends(&ends, care, best);
                    }
                }
            }
            if !is_better {
                break;
            }
        }
    }

    /// Tries the stored endpoints nearest to the wanted endpoints. Returns whether they reduced the error.
    #[inline(always)]
    fn try_all(&self, wanted: &[[[f32; C]; 2]; S], care: Care, best: &mut Fit<C, S>) -> bool {
        let tries = if care.all_low_bits { self.low_bits.len() } else { 1 };
        let mut is_better = false;
        for number in 0..tries {
            let mut ends = self.near(wanted, self.low_bits[number]);
            if !care.all_low_bits {
                for low_bits in &self.low_bits[1..] {
                    let other = self.near(wanted, *low_bits);
                    for s in 0..S {
                        if other[s].distance(&wanted[s]) < ends[s].distance(&wanted[s]) {
                            ends[s] = other[s];
                        }
                    }
                }
            }
            is_better |= self.try_ends(&ends, care, best);
        }
        is_better
    }

    /// Returns the stored endpoints that are nearest to the wanted endpoints.
    #[inline(always)]
    fn near(&self, wanted: &[[[f32; C]; 2]; S], low_bits: LowBits) -> [Ends<C>; S] {
        let mut ends = [Ends::NONE; S];
        for s in 0..S {
            ends[s] = Ends::nearest(&wanted[s], self.bits, low_bits);
        }
        ends
    }

    /// Keeps `ends` for each subset whose error they reduce. Returns whether any subset's error was reduced.
    #[inline(always)]
    fn try_ends(&self, ends: &[Ends<C>; S], care: Care, best: &mut Fit<C, S>) -> bool {
        let (indices, squares) = self.assign(ends, care);
        let mut is_better = false;
        for s in 0..S {
            let error = if S == 1 { sum(&squares) } else { masked_sum(&squares, &self.masks[s]) };
            if error < best.errors[s] {
                best.errors[s] = error;
                best.ends[s] = ends[s];
                for i in 0..16 {
                    best.indices[i] = if self.masks[s][i] > 0.0 { indices[i] } else { best.indices[i] };
                }
                is_better = true;
            }
        }
        is_better
    }

    /// Returns the best index of each pixel for these endpoints, and the pixel's squared difference.
    #[inline(always)]
    fn assign(&self, ends: &[Ends<C>; S], care: Care) -> (Lanes, Lanes) {
        // For the endpoints of each pixel: the first endpoint, the difference to the second, and this difference scaled so that
        // a dot product gives the index.
        let (mut low, mut way, mut in_steps) = ([[0.0; 16]; C], [[0.0; 16]; C], [[0.0; 16]; C]);
        for s in 0..S {
            let [from, to] = ends[s].values;
            let mut square = 0.0;
            for c in 0..C {
                square += (to[c] - from[c]) * (to[c] - from[c]);
            }
            let scale = if square > 0.0 { self.steps / square } else { 0.0 };
            for c in 0..C {
                let difference = to[c] - from[c];
                for i in 0..16 {
                    let mask = if S == 1 { 1.0 } else { self.masks[s][i] };
                    low[c][i] += from[c] * mask;
                    way[c][i] += difference * mask;
                    in_steps[c][i] += difference * scale * mask;
                }
            }
        }
        let mut indices = [0.0; 16];
        for i in 0..16 {
            let mut along = 0.0;
            for c in 0..C {
                along += (self.channels[c][i] - low[c][i]) * in_steps[c][i];
            }
            indices[i] = round(min(max(along, 0.0), self.steps));
        }
        // First try the nearest step, then (if requested) the steps on both sides.
        let near = indices;
        let mut squares = [f32::INFINITY; 16];
        let steps: &[f32] = if care.all_indices { &[0.0, -1.0, 1.0] } else { &[0.0] };
        for step in steps {
            let mut tried = [0.0; 16];
            for i in 0..16 {
                tried[i] = min(max(near[i] + step, 0.0), self.steps);
            }
            let of_tried = self.squares(&tried, &low, &way);
            for i in 0..16 {
                indices[i] = if of_tried[i] < squares[i] { tried[i] } else { indices[i] };
                squares[i] = min(of_tried[i], squares[i]);
            }
        }
        (indices, squares)
    }

    /// Returns the squared difference between each pixel and the value that a decoder computes from its index.
    #[inline(always)]
    fn squares(&self, indices: &Lanes, low: &[Lanes; C], way: &[Lanes; C]) -> Lanes {
        let weights = self.weights(indices);
        let mut squares = [0.0; 16];
        for i in 0..16 {
            let weight = weights[i];
            for c in 0..C {
                // A decoder computes ((64 - weight) low + weight high + 32) >> 6. Adding 0.5 avoids ties in the rounding.
                let value = round((low[c][i] * 64.0 + weight * way[c][i] + 0.5) * (1.0 / 64.0));
                let difference = value - self.channels[c][i];
                squares[i] += difference * difference;
            }
        }
        squares
    }

    /// Returns the weight of each index, as the format defines it: the position between the endpoints, from 0 to 64.
    #[inline(always)]
    fn weights(&self, indices: &Lanes) -> Lanes {
        let weight_of_step = 64.0 / self.steps;
        let mut weights = [0.0; 16];
        for i in 0..16 {
            weights[i] = round(indices[i] * weight_of_step);
        }
        weights
    }
}
