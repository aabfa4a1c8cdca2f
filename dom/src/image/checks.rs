//! The checks and error conversions that all decoders share.

use super::ImageError;

/// The maximum number of pixels in a row or column of an image.
const LARGEST_SIDE: u32 = 16_384;

/// The maximum number of pixels of any image.
const MAX_PIXELS: u64 = 8192 * 8192;

/// The number of pixels that any image may have. A larger image may have at most `PIXELS_PER_BYTE` for each byte of its file,
/// so that a few bytes that claim to be a huge image cannot allocate much memory. Even an image of a single colour, with eight
/// bits per channel, compresses to no less than about a thousandth.
const FREE_PIXELS: u64 = 4096 * 4096;
const PIXELS_PER_BYTE: u64 = 1024;

/// The maximum number of characters of a decoder's message that are kept.
const LONGEST_MESSAGE: usize = 200;

/// Rejects an image that is too large according to its header.
pub(super) fn check_size(width: u32, height: u32, bytes: usize) -> Result<(), ImageError> {
    check_images(width, height, 1, bytes)
}

/// Rejects an image of floats that is too large. Floats take four times the memory of bytes.
pub(super) fn check_floats(width: u32, height: u32, bytes: usize) -> Result<(), ImageError> {
    check_size(width, height, bytes)?;
    let limit = (bytes as u64).saturating_mul(PIXELS_PER_BYTE / 4).clamp(FREE_PIXELS / 4, MAX_PIXELS / 2);
    if u64::from(width) * u64::from(height) > limit {
        return Err(ImageError::Pixels { width, height, images: 1, limit, bytes: bytes as u64 });
    }
    Ok(())
}

/// Rejects several images of the same size, such as those of a cube map, if they are too large together.
pub(super) fn check_images(width: u32, height: u32, images: usize, bytes: usize) -> Result<(), ImageError> {
    let sides = 1..=LARGEST_SIDE;
    if !sides.contains(&width) || !sides.contains(&height) {
        return Err(ImageError::Size { width, height, limit: LARGEST_SIDE });
    }
    let bytes = bytes as u64;
    let limit = bytes.saturating_mul(PIXELS_PER_BYTE).clamp(FREE_PIXELS, MAX_PIXELS);
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
