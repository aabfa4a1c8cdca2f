//! The indices of a block's pixels, and estimates of the errors that they cause.

use crate::block::lanes::Lanes;
use crate::modes::bits::Bits;

/// Returns the fraction of the variance along a line that remains after rounding to indices, if pixels are spread evenly over
/// the line.
#[inline(always)]
pub(crate) fn coarseness(index_bits: u32) -> f32 {
    1.0 / (steps(index_bits) * steps(index_bits))
}

/// Estimates the error that rounding endpoints to `bits` bits causes in `channels` channels of all 16 pixels.
#[inline(always)]
pub(crate) fn endpoint_noise(bits: u32, channels: usize) -> f32 {
    // The variance of rounding is step^2 / 12, and interpolating between two endpoints leaves two thirds of it. But the choice
    // of endpoints and indices compensates for much of the rounding. Of the values tried, this fraction selects the best modes.
    const LEFT: f32 = 0.1;
    let step = 255.0 / f32::from(u8::MAX >> (8 - bits));
    let pixels = [0.0, 16.0, 32.0, 48.0, 64.0][channels];
    step * step * pixels * (LEFT / 12.0 * 2.0 / 3.0)
}

/// Returns the largest index.
#[inline(always)]
pub(crate) fn steps(index_bits: u32) -> f32 {
    f32::from(u8::MAX >> (8 - index_bits))
}

#[inline(always)]
pub(crate) fn stored(indices: &Lanes) -> [u8; 16] {
    let mut stored = [0; 16];
    for i in 0..16 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 15")]
        let index = indices[i] as i32 as u8;
        stored[i] = index;
    }
    stored
}

/// Inverts the indices of a mask's pixels, after its endpoints were swapped.
#[inline(always)]
pub(crate) fn invert(indices: &mut [u8; 16], mask: u16, index_bits: u32) {
    let last = u8::MAX >> (8 - index_bits);
    for (pixel, index) in indices.iter_mut().enumerate() {
        if mask >> pixel & 1 == 1 {
            *index = last - *index;
        }
    }
}

#[inline(always)]
pub(crate) fn put_indices(bits: &mut Bits, indices: &[u8; 16], anchors: &[usize], index_bits: u32) {
    for (pixel, index) in indices.iter().enumerate() {
        bits.put(*index, index_bits - u32::from(anchors.contains(&pixel)));
    }
}
