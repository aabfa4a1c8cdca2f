//! One number for each of the 16 pixels of a block.
//!
//! All arithmetic is plain `f32` without fused operations, so the compiler can process several pixels at a time, and the
//! results are the same on every processor. Most values are whole numbers below 2^24, which `f32` represents exactly.

/// The values of the pixels row by row, as in the block.
pub(crate) type Lanes = [f32; 16];

/// Returns the sum of all lanes, added in an order that suits vector instructions.
#[inline(always)]
pub(crate) fn sum(lanes: &Lanes) -> f32 {
    fold(lanes, |a, b| a + b)
}

/// Returns the sum of the lanes whose `mask` is 1. All other lanes have a mask of 0.
#[inline(always)]
pub(crate) fn masked_sum(lanes: &Lanes, mask: &Lanes) -> f32 {
    let mut masked = [0.0; 16];
    for i in 0..16 {
        masked[i] = lanes[i] * mask[i];
    }
    sum(&masked)
}

#[inline(always)]
pub(crate) fn smallest(lanes: &Lanes) -> f32 {
    fold(lanes, min)
}

#[inline(always)]
pub(crate) fn largest(lanes: &Lanes) -> f32 {
    fold(lanes, max)
}

#[inline(always)]
fn fold(lanes: &Lanes, combine: impl Fn(f32, f32) -> f32) -> f32 {
    let mut eight = [0.0; 8];
    for i in 0..8 {
        eight[i] = combine(lanes[i], lanes[i + 8]);
    }
    let mut four = [0.0; 4];
    for i in 0..4 {
        four[i] = combine(eight[i], eight[i + 4]);
    }
    combine(combine(four[0], four[2]), combine(four[1], four[3]))
}

/// Rounds to the nearest whole number, and halves to the even one. Valid for magnitudes below 2^22.
#[inline(always)]
pub(crate) fn round(x: f32) -> f32 {
    // Between 2^23 and 2^24, the `f32` values are exactly the whole numbers.
    const WHOLE: f32 = 12_582_912.0;
    (x + WHOLE) - WHOLE
}

/// One instruction, unlike [`f32::min`], which treats NaN specially.
#[inline(always)]
pub(crate) fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// One instruction, unlike [`f32::max`], which treats NaN specially.
#[inline(always)]
pub(crate) fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Clamps to the range 0 to 255.
#[inline(always)]
pub(crate) fn in_range(x: f32) -> f32 {
    min(max(x, 0.0), 255.0)
}
