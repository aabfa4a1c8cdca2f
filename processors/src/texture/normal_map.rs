//! Detects normal maps.

use rigmill_dom::Image;
use rigmill_math::vector::dot;

/// The largest error in a normal's length. Bytes are rounded, and JPEG adds more errors.
const LENGTH_ERROR: f32 = 0.12;

/// The percentage of pixels that must be normals pointing out of the surface.
const MOST: usize = 95;

/// Returns whether nearly every pixel is a unit vector that points out of the surface. Pictures with so much blue are rare.
pub(super) fn is_likely(image: &Image) -> bool {
    let pixels = image.pixels.chunks_exact(4);
    let count = pixels.len();
    let normals = pixels.filter(|rgba| is_normal([rgba[0], rgba[1], rgba[2]])).count();
    count > 0 && normals * 100 >= count * MOST
}

fn is_normal(rgb: [u8; 3]) -> bool {
    let normal = rgb.map(|byte| f32::from(byte) / 127.5 - 1.0);
    let (least, most) = (1.0 - LENGTH_ERROR, 1.0 + LENGTH_ERROR);
    normal[2] > 0.25 && (least * least..=most * most).contains(&dot(normal, normal))
}
