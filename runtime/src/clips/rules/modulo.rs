//! The remainder as RobotGame computes it: by repeated subtraction.
//!
//! Each subtraction rounds, so the result differs from that of a division. This module computes the same bits in a bounded
//! number of steps.

use crate::error::PlayError;

/// Returns the result of `while dividend - divisor >= 0 { dividend -= divisor }` in f32.
///
/// # Errors
/// The loop never ends, because the divisor is not positive, or is too small to change the dividend.
pub(crate) fn by_subtraction(dividend: f32, divisor: f32) -> Result<f32, PlayError> {
    let mut rest = dividend;
    loop {
        let next = rest - divisor;
        // Also false if the difference is NaN, because then the original leaves its loop, too.
        let goes_on = next >= 0.0;
        if !goes_on {
            return Ok(rest);
        }
        // With a negative divisor, the value rises to infinity, or to a value that no longer changes.
        if next == rest || divisor < 0.0 {
            return Err(PlayError::Hang { dividend, divisor });
        }
        rest = skip_equal_steps(next, divisor);
    }
}

/// Takes all steps that stay within the binade of `rest`, which must itself be the result of a step.
///
/// Floats in a binade are evenly spaced, so each step within the binade lowers the bit pattern by the same number: the divisor
/// as a multiple of the spacing, rounded to the nearest integer. Ties round to even, which after the first step is the same
/// direction each time. The last step before the lower edge of the binade is left to the plain loop, because results below the
/// edge are spaced more closely.
fn skip_equal_steps(rest: f32, divisor: f32) -> f32 {
    const MANTISSA: u32 = (1 << 23) - 1;
    let bits = rest.to_bits();
    let after_one = (rest - divisor).to_bits();
    if bits & !MANTISSA != after_one & !MANTISSA || after_one >= bits {
        return rest;
    }
    let step = bits - after_one;
    let steps = (bits & MANTISSA).saturating_sub(1) / step;
    f32::from_bits(bits - steps * step)
}
