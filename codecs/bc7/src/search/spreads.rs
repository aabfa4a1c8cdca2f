//! Estimates which partitions are worth fitting, from the covariances of their subsets.

use crate::block::lanes::max;
use crate::block::moments::{COLOR_SUMS, Moments, PRODUCT, SUM};
use crate::block::partitions::{count, masks};
use crate::fit::line::largest_part;

/// The number of partitions that are estimated at the same time.
const WIDTH: usize = 8;

type Row = [f32; WIDTH];

/// How the pixels of each partition vary around the best lines through its subsets.
pub(crate) struct Spreads {
    /// The variation off the lines, which no indices can represent.
    pub(crate) off_line: [f32; 64],
    /// The variation along the lines.
    pub(crate) line: [f32; 64],
}

impl Spreads {
    /// Computes the spreads of all partitions into `S` subsets.
    #[inline(always)]
    pub(crate) fn new<const S: usize>(moments: &Moments, has_alpha: bool) -> Self {
        let mut spreads = Self { off_line: [0.0; 64], line: [0.0; 64] };
        for number in 0..64 / WIDTH {
            for s in 0..S {
                let mut of_subset = [0; WIDTH];
                for i in 0..WIDTH {
                    of_subset[i] = masks::<S>(number * WIDTH + i)[s];
                }
                let (off_line, line) = if has_alpha {
                    spread::<4, 16>(moments, &of_subset)
                } else {
                    spread::<3, COLOR_SUMS>(moments, &of_subset)
                };
                for i in 0..WIDTH {
                    spreads.off_line[number * WIDTH + i] += off_line[i];
                    spreads.line[number * WIDTH + i] += line[i];
                }
            }
        }
        spreads
    }
}

/// Returns the variation off and along the best line through the pixels of each mask.
#[inline(always)]
fn spread<const C: usize, const N: usize>(moments: &Moments, masks: &[u16; WIDTH]) -> (Row, Row) {
    let mut of_masks = [[0.0; N]; WIDTH];
    let mut scales = [0.0; WIDTH];
    for i in 0..WIDTH {
        moments.of_mask(masks[i], &mut of_masks[i]);
        scales[i] = 1.0 / count(masks[i]);
    }
    let mut sums = [[0.0; WIDTH]; N];
    for number in 0..N {
        for i in 0..WIDTH {
            sums[number][i] = of_masks[i][number];
        }
    }
    let (mut off_line, mut line) = ([0.0; WIDTH], [0.0; WIDTH]);
    for i in 0..WIDTH {
        let mut matrix = [[0.0; C]; C];
        let mut trace = 0.0;
        for a in 0..C {
            for b in a..C {
                matrix[a][b] = sums[PRODUCT[a][b]][i] - sums[SUM[a]][i] * sums[SUM[b]][i] * scales[i];
                matrix[b][a] = matrix[a][b];
            }
            trace += matrix[a][a];
        }
        line[i] = largest_part(&matrix);
        off_line[i] = max(trace - line[i], 0.0);
    }
    (off_line, line)
}
