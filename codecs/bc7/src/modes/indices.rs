//! The indices of a block's pixels, and the errors that they leave.

use crate::block::lanes::Lanes;
use crate::modes::bits::Bits;

/// What steps leave of the variance along a line that pixels lie on evenly.
#[inline(always)]
pub(crate) fn coarseness(index_bits: u32) -> f32 {
    1.0 / (steps(index_bits) * steps(index_bits))
}

/// The error that the rounding of endpoints to `bits` leaves in `channels` of all pixels.
#[inline(always)]
pub(crate) fn endpoint_noise(bits: u32, channels: usize) -> f32 {
    // The variance of rounding is step^2 / 12, and a mean of two endpoints has two thirds of it. But endpoints and indices
    // are chosen to make up for the rounding; of tried values, this fraction finds the best modes.
    const LEFT: f32 = 0.1;
    let step = 255.0 / f32::from(u8::MAX >> (8 - bits));
    let pixels = [0.0, 16.0, 32.0, 48.0, 64.0][channels];
    step * step * pixels * (LEFT / 12.0 * 2.0 / 3.0)
}

/// The largest index.
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

/// What the indices of a mask's pixels are after its endpoints have changed places.
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
