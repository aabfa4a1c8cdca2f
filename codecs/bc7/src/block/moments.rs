//! Sums over sets of pixels in a block, for computing means and covariances.

use crate::block::Block;

/// The sums of channels and of products of channels over a set of pixels. [`SUM`] and [`PRODUCT`] give the position of each
/// sum.
pub(crate) type Sums = [f32; 16];

/// The number of sums that involve only red, green and blue, rounded up to a multiple of 4.
pub(crate) const COLOR_SUMS: usize = 12;

/// The position of each channel's sum in [`Sums`].
pub(crate) const SUM: [usize; 4] = [0, 1, 2, 9];

/// The pairs of channels whose products are summed, each with the position of its sum.
const PRODUCTS: [(usize, usize, usize); 10] =
    [(0, 0, 3), (1, 1, 4), (2, 2, 5), (0, 1, 6), (0, 2, 7), (1, 2, 8), (3, 3, 10), (0, 3, 11), (1, 3, 12), (2, 3, 13)];

/// The position of the summed product of two channels in [`Sums`].
pub(crate) const PRODUCT: [[usize; 4]; 4] = {
    let mut table = [[0; 4]; 4];
    let mut number = 0;
    while number < PRODUCTS.len() {
        let (a, b, place) = PRODUCTS[number];
        table[a][b] = place;
        table[b][a] = place;
        number += 1;
    }
    table
};

/// The sums for each subset of the four pixels of a row. The sums for any set of pixels are the total of one entry per row.
pub(crate) struct Moments {
    rows: [[Sums; 16]; 4],
}

impl Moments {
    #[inline(always)]
    pub(crate) fn new(block: &Block) -> Self {
        let mut rows = [[[0.0; 16]; 16]; 4];
        for (row, sets) in rows.iter_mut().enumerate() {
            for column in 0..4 {
                let pixel = moments(block, row * 4 + column);
                let first = 1 << column;
                for set in 0..first {
                    for i in 0..16 {
                        sets[first + set][i] = sets[set][i] + pixel[i];
                    }
                }
            }
        }
        Self { rows }
    }

    /// Computes the first `N` sums for the pixels of a mask.
    #[inline(always)]
    pub(crate) fn of_mask<const N: usize>(&self, mask: u16, sums: &mut [f32; N]) {
        let row = |number: usize| &self.rows[number][usize::from(mask >> (4 * number) & 15)];
        let rows = [row(0), row(1), row(2), row(3)];
        for i in 0..N {
            sums[i] = (rows[0][i] + rows[1][i]) + (rows[2][i] + rows[3][i]);
        }
    }
}

#[inline(always)]
fn moments(block: &Block, pixel: usize) -> Sums {
    let mut sums = [0.0; 16];
    for (channel, place) in SUM.into_iter().enumerate() {
        sums[place] = block.centred(channel, pixel);
    }
    for (a, b, place) in PRODUCTS {
        sums[place] = sums[SUM[a]] * sums[SUM[b]];
    }
    sums
}
