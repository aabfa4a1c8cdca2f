//! Step sizes, one byte each.

/// Before the codes begin: code 0 is 2^-32.
pub const STEP_BIAS: u32 = (127 - 32) * 4;

/// How far the codes of a clip may be from its least: sixteen octaves.
pub const STEP_SPREAD: u8 = 63;

/// How far apart the values of a component are: four steps an octave, from 2^-32 to 1.75 x 2^31, each exact in an `f32`.
#[inline(always)]
#[must_use]
pub const fn step_size(code: u8) -> f32 {
    // The two lower bits are the upper ones of the mantissa: 1, 1.25, 1.5, 1.75.
    f32::from_bits((code as u32 + STEP_BIAS) << 21)
}

/// The code of the largest step that is at most `size`; 0 for sizes below all steps.
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
