//! Lines through the colours of a set of pixels, in colour space.

use crate::block::lanes::{Lanes, in_range, largest, masked_sum, max, min, smallest, sum};
use crate::block::moments::{PRODUCT, SUM, Sums};

/// The number of iterations of the power method. Least squares corrects the direction later, so it need not be exact.
const ROUNDS: usize = 4;

/// Returns the two ends of the line along which the pixels of a mask vary most. The line passes through the mean of the pixels,
/// and is as long as their extent along it.
///
/// `numbers` are the numbers of `channels` in the block, and `sums` are the sums for the pixels of the mask.
#[inline(always)]
pub(crate) fn principal<const C: usize>(
    channels: &[&Lanes; C],
    numbers: &[usize; C],
    mask: &Lanes,
    sums: &Sums,
    count: f32,
) -> [[f32; C]; 2] {
    let direction = direction(&covariance(sums, numbers, count));
    let mut mean = [0.0; C];
    let mut square = 0.0;
    for c in 0..C {
        mean[c] = masked_sum(channels[c], mask) / count;
        square += direction[c] * direction[c];
    }
    if square == 0.0 {
        return [mean; 2];
    }
    let (mut low, mut high) = ([0.0; 16], [0.0; 16]);
    for i in 0..16 {
        let mut along = 0.0;
        for c in 0..C {
            along += (channels[c][i] - mean[c]) * direction[c];
        }
        // The mean is at 0, so pixels outside the mask, which become 0, never set an end.
        low[i] = min(along, 0.0) * mask[i];
        high[i] = max(along, 0.0) * mask[i];
    }
    let along = [smallest(&low) / square, largest(&high) / square];
    let mut ends = [[0.0; C]; 2];
    for end in 0..2 {
        for c in 0..C {
            ends[end][c] = in_range(mean[c] + along[end] * direction[c]);
        }
    }
    ends
}

/// Returns the endpoints that best fit the pixels of a mask by least squares, if each pixel lies at the position `along` between
/// them, from 0 to 1. `None` if all pixels have the same position.
#[inline(always)]
pub(crate) fn least_squares<const C: usize>(
    channels: &[&Lanes; C],
    mask: &Lanes,
    along: &Lanes,
    count: f32,
) -> Option<[[f32; C]; 2]> {
    let (mut first, mut second) = ([0.0; 16], [0.0; 16]);
    for i in 0..16 {
        first[i] = along[i] * mask[i];
        second[i] = first[i] * along[i];
    }
    let (t, tt) = (sum(&first), sum(&second));
    // The normal equations: [[a, b], [b, tt]] times the endpoints is [the sum of (1 - t) p, the sum of t p].
    let (a, b) = (count - 2.0 * t + tt, t - tt);
    let determinant = a * tt - b * b;
    if determinant < 1e-3 {
        return None;
    }
    let scale = 1.0 / determinant;
    let mut ends = [[0.0; C]; 2];
    for c in 0..C {
        let mut products = [0.0; 16];
        for i in 0..16 {
            products[i] = channels[c][i] * first[i];
        }
        let high = sum(&products);
        let low = masked_sum(channels[c], mask) - high;
        ends[0][c] = in_range((tt * low - b * high) * scale);
        ends[1][c] = in_range((a * high - b * low) * scale);
    }
    Some(ends)
}

/// Returns the covariance matrix of channels of the block, multiplied by the number of pixels.
#[inline(always)]
pub(crate) fn covariance<const C: usize>(sums: &Sums, numbers: &[usize; C], count: f32) -> [[f32; C]; C] {
    let mut covariance = [[0.0; C]; C];
    let scale = 1.0 / count;
    for a in 0..C {
        for b in 0..C {
            let (a_number, b_number) = (numbers[a], numbers[b]);
            covariance[a][b] = sums[PRODUCT[a_number][b_number]] - sums[SUM[a_number]] * sums[SUM[b_number]] * scale;
        }
    }
    covariance
}

/// Computes the eigenvector of the largest eigenvalue with the power method. Its length is arbitrary; all components are 0 if
/// the pixels do not vary.
#[inline(always)]
fn direction<const C: usize>(covariance: &[[f32; C]; C]) -> [f32; C] {
    let mut widest = 0;
    for c in 1..C {
        if covariance[c][c] > covariance[widest][widest] {
            widest = c;
        }
    }
    let mut direction = covariance[widest];
    // Because of rounding, the variance of a constant channel is not exactly 0.
    if direction[widest] < 1e-2 {
        return [0.0; C];
    }
    for _ in 0..ROUNDS {
        let mut next = [0.0; C];
        let mut longest = 0.0;
        for a in 0..C {
            for b in 0..C {
                next[a] += covariance[a][b] * direction[b];
            }
            longest = max(longest, next[a].abs());
        }
        if longest == 0.0 {
            break;
        }
        let scale = 1.0 / longest;
        for c in 0..C {
            direction[c] = next[c] * scale;
        }
    }
    direction
}

/// Approximates the largest eigenvalue of a covariance matrix.
///
/// For eigenvalues l > m > ..., `sqrt((l^4 + m^4 + ...) / (l^2 + m^2 + ...))` is close to l. It is the square root of a
/// quotient of two traces: those of the fourth and the second power of the matrix.
#[inline(always)]
pub(crate) fn largest_part<const C: usize>(matrix: &[[f32; C]; C]) -> f32 {
    // Not 0, to avoid a division by 0 if nothing varies.
    let (mut second, mut fourth) = (1e-6, 0.0);
    for a in 0..C {
        for b in a..C {
            let mut product = 0.0;
            for c in 0..C {
                product += matrix[a][c] * matrix[c][b];
            }
            let twice = if a == b { 1.0 } else { 2.0 };
            second += twice * matrix[a][b] * matrix[a][b];
            fourth += twice * product * product;
        }
    }
    (fourth / second).sqrt()
}
