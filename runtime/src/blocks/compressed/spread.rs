//! [`Spread`]: distributes values to the lanes of a mask.

use crate::blocks::dispatch::AnyProcessor;

/// A way to distribute values. All ways give the same result.
pub(super) trait Spread: Copy {
    /// Distributes the next values to the lanes of a mask, and `rest` to the other lanes.
    fn spread(self, values: &[f32; 8], mask: u8, rest: &[f32; 8]) -> [f32; 8];

    /// As [`spread`](Self::spread), of sixteen values from `first`, below 8, on. Loads match the stores of eight values:
    /// a processor stalls on loads across two stores.
    fn spread_of_two(self, values: [&[f32; 8]; 2], first: usize, mask: u8, rest: &[f32; 8]) -> [f32; 8];
}

impl Spread for AnyProcessor {
    #[inline(always)]
    fn spread(self, values: &[f32; 8], mask: u8, rest: &[f32; 8]) -> [f32; 8] {
        let mut spread = *rest;
        for (lane, number) in lanes(mask) {
            spread[lane] = values[number & 7];
        }
        spread
    }

    #[inline(always)]
    fn spread_of_two(self, values: [&[f32; 8]; 2], first: usize, mask: u8, rest: &[f32; 8]) -> [f32; 8] {
        let mut spread = *rest;
        for (lane, number) in lanes(mask) {
            let number = first + number;
            spread[lane] = values[number / 8 % 2][number % 8];
        }
        spread
    }
}

/// The lanes of a mask, each with its rank among them.
#[inline(always)]
pub(super) fn lanes(mask: u8) -> impl Iterator<Item = (usize, usize)> {
    let mut left = mask;
    (0..8_usize).map_while(move |number| {
        let lane = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (lane < 8).then_some((lane & 7, number))
    })
}
