//! Sums over any set of pixels of a block, for means and covariances.

use crate::block::Block;

/// Sums over a set of pixels: of channels and of their products, as [`PLACES`] and [`PRODUCT`] say.
pub(crate) type Sums = [f32; 16];

/// How many of the sums concern red, green and blue alone, rounded up to a multiple of 4.
pub(crate) const COLOR_SUMS: usize = 12;

/// Where the sum of each channel is.
pub(crate) const SUM: [usize; 4] = [0, 1, 2, 9];

/// The pairs of channels whose products are summed, and where.
const PRODUCTS: [(usize, usize, usize); 10] =
    [(0, 0, 3), (1, 1, 4), (2, 2, 5), (0, 1, 6), (0, 2, 7), (1, 2, 8), (3, 3, 10), (0, 3, 11), (1, 3, 12), (2, 3, 13)];

/// Where the product of two channels is.
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

/// The sums of each subset of the four pixels of a row. Those of any mask are the sum of four.
pub(crate) struct Moments {
    rows: [[Sums; 16]; 4],
}

impl Moments {
    #[inline(always)]
    pub(crate) fn of(block: &Block) -> Self {
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

    /// The first `N` sums of the pixels of a mask.
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
