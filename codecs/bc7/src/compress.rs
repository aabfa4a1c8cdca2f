//! Compression of whole images.

use crate::block::Block;
use crate::effort::Effort;
use crate::search::search;

/// The size of a compressed block of 4 x 4 pixels, in bytes.
pub(crate) const BLOCK: usize = 16;

/// Compresses an image to BC7.
///
/// `rgba` contains `width * height` pixels row by row, each as red, green, blue and alpha with 8 bits per channel. The result
/// contains blocks of 4 x 4 pixels with 16 bytes each, row by row. If the width or height is not a multiple of 4, the blocks at
/// the right and bottom edges repeat the image's last pixels.
///
/// Opaque pixels stay opaque. The compressor minimizes the sum of squared differences. All four channels have equal weight,
/// even where alpha is 0.
///
/// # Panics
///
/// If the length of `rgba` is not `width * height * 4`.
#[must_use]
pub fn compress(rgba: &[u8], width: u32, height: u32, effort: Effort) -> Vec<u8> {
    let size = [width as usize, height as usize];
    assert_eq!(
        Some(rgba.len()),
        size[0].checked_mul(size[1]).and_then(|pixels| pixels.checked_mul(4)),
        "bytes of pixels"
    );
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2") {
        #[expect(unsafe_code, reason = "the one call from code for any processor to code for AVX2")]
        // SAFETY: the check above found that the processor has these features.
        return unsafe { wide(rgba, size, effort) };
    }
    blocks(rgba, size, effort)
}

/// Runs the same code with instructions that process eight numbers at a time. The resulting bytes are the same.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn wide(rgba: &[u8], size: [usize; 2], effort: Effort) -> Vec<u8> {
    blocks(rgba, size, effort)
}

#[inline(always)]
pub(crate) fn blocks(rgba: &[u8], size: [usize; 2], effort: Effort) -> Vec<u8> {
    let plan = effort.plan();
    let [columns, rows] = size.map(|pixels| pixels.div_ceil(4));
    let mut blocks = Vec::with_capacity(columns * rows * BLOCK);
    for row in 0..rows {
        for column in 0..columns {
            blocks.extend(search(&Block::at(rgba, size, [column, row]), &plan).bits.to_le_bytes());
        }
    }
    blocks
}
