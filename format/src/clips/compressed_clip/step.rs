//! Step sizes, each stored in one byte.

/// The bias of the codes: code 0 is 2^-32.
pub const STEP_BIAS: u32 = (127 - 32) * 4;

/// The maximum difference between the codes of a clip: sixteen octaves.
pub const STEP_SPREAD: u8 = 63;

/// Returns the distance between two adjacent values of a component. There are four steps per octave, from 2^-32 to 1.75 x 2^31,
/// and each is exact in an `f32`.
#[inline(always)]
#[must_use]
pub const fn step_size(code: u8) -> f32 {
    // The two lowest bits become the highest bits of the mantissa: 1, 1.25, 1.5, 1.75.
    f32::from_bits((code as u32 + STEP_BIAS) << 21)
}

/// Returns the code of the largest step that is at most `size`, or 0 if `size` is below all steps.
#[must_use]
pub const fn step_code(size: f32) -> u8 {
    let bits = size.to_bits() >> 21;
    if size < step_size(0) {
        0
    } else if size >= step_size(255) {
        255
    } else {
        (bits - STEP_BIAS).to_le_bytes()[0]
    }
}
