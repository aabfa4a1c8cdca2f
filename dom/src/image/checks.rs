//! What all decoders check and report.

use super::ImageError;

/// How many pixels an image may have in a row or column.
const LARGEST_SIDE: u32 = 16_384;

/// How many pixels any image may have.
const MOST_PIXELS: u64 = 8192 * 8192;

/// How many pixels an image may have whatever the size of its file, and how many more for each byte of that: a few bytes
/// that claim to be a huge image cost nothing. One colour alone, in eight bits, compresses to a thousandth at best.
const FREE_PIXELS: u64 = 4096 * 4096;
const PIXELS_PER_BYTE: u64 = 1024;

/// How many letters of a decoder's message are kept.
const LONGEST_MESSAGE: usize = 200;

/// Refuses an image that is too large, by the numbers of its header.
pub(super) fn check_size(width: u32, height: u32, bytes: usize) -> Result<(), ImageError> {
    check_images(width, height, 1, bytes)
}

/// Refuses an image of floats that is too large: it takes four times the memory of bytes.
pub(super) fn check_floats(width: u32, height: u32, bytes: usize) -> Result<(), ImageError> {
    check_size(width, height, bytes)?;
    let limit = (bytes as u64).saturating_mul(PIXELS_PER_BYTE / 4).clamp(FREE_PIXELS / 4, MOST_PIXELS / 2);
    if u64::from(width) * u64::from(height) > limit {
        return Err(ImageError::Pixels { width, height, images: 1, limit, bytes: bytes as u64 });
    }
    Ok(())
}

/// Refuses several images of one size, as those of a cube map, if they are too large together.
pub(super) fn check_images(width: u32, height: u32, images: usize, bytes: usize) -> Result<(), ImageError> {
    let sides = 1..=LARGEST_SIDE;
    if !sides.contains(&width) || !sides.contains(&height) {
        return Err(ImageError::Size { width, height, limit: LARGEST_SIDE });
    }
    let bytes = bytes as u64;
    let limit = bytes.saturating_mul(PIXELS_PER_BYTE).clamp(FREE_PIXELS, MOST_PIXELS);
    let images = images as u64;
    if u64::from(width) * u64::from(height) * images > limit {
        return Err(ImageError::Pixels { width, height, images, limit, bytes });
    }
    Ok(())
}

pub(super) fn malformed(format: &'static str, error: &dyn std::fmt::Display) -> ImageError {
    let message = error.to_string();
    let plain = message.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    ImageError::Malformed { format, message: plain.take(LONGEST_MESSAGE).collect() }
}
