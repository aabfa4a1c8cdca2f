//! Makes the mipmaps of an image.

use rigmill_format::{mip_limit, mip_size};

use super::form::PixelForm;
use super::resample::{Pixels, resample};

/// Returns the bytes of an image's mipmaps at a size. If `all` is false, returns only the largest mipmap.
pub(super) fn mipmaps<F: PixelForm>(image: &F, size: [u32; 2], all: bool) -> Vec<Vec<u8>> {
    let count = if all { mip_limit(size) } else { 1 };
    let mut last = None;
    let next = |level| {
        let (bytes, pixels) = next_mipmap(image, last.as_ref(), mip_size(size, level));
        last = pixels;
        bytes
    };
    (0..count).map(next).collect()
}

/// Makes a mipmap from the previous mipmap, or from the image if it is the first. Returns its bytes, and its pixels before
/// rounding.
fn next_mipmap<F: PixelForm>(image: &F, last: Option<&Pixels>, size: [u32; 2]) -> (Vec<u8>, Option<Pixels>) {
    let (pixels, push): (_, fn(&F, _, &mut Vec<u8>)) = match last {
        Some(last) => (resample(last.size, size, image.is_weighted(), |at| last.pixels[at]), F::push),
        None if size == image.size() => return (image.stored(), None),
        None => (resample(image.size(), size, image.is_weighted(), |at| image.pixel(at)), F::push_largest),
    };
    let mut bytes = Vec::new();
    pixels.pixels.iter().for_each(|&pixel| push(image, pixel, &mut bytes));
    (bytes, Some(pixels))
}
