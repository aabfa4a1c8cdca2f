//! [`NormalImage`]: normal maps, whose pixels are directions.

use rigmill_dom::Image;
use rigmill_math::vector::normalize;

use super::form::{Pixel, PixelForm};

/// A normal map. A byte b represents the number b / 127.5 - 1. A pixel represents a direction with length 1, whatever its
/// length in the file.
///
/// A pixel of a smaller mipmap has the mean direction of the image's pixels. Alpha is averaged separately.
pub(super) struct NormalImage<'a>(pub(super) &'a Image);

impl PixelForm for NormalImage<'_> {
    fn is_weighted(&self) -> bool {
        false
    }

    fn size(&self) -> [u32; 2] {
        [self.0.width, self.0.height]
    }

    fn pixel(&self, at: usize) -> Pixel {
        let rgba: [u8; 4] =
            self.0.pixels.get(at * 4..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default();
        let [x, y, z] = direction([rgba[0], rgba[1], rgba[2]].map(|byte| f32::from(byte) / 127.5 - 1.0));
        [x, y, z, f32::from(rgba[3]) / 255.0]
    }

    fn stored(&self) -> Vec<u8> {
        self.0.pixels.clone()
    }

    fn push(&self, [x, y, z, alpha]: Pixel, bytes: &mut Vec<u8>) {
        bytes.extend(direction([x, y, z]).map(|it| to_byte((it + 1.0) * 127.5)));
        bytes.push(to_byte(alpha * 255.0));
    }
}

/// Returns a vector with length 1. A vector without a direction becomes straight out of the surface.
fn direction(vector: [f32; 3]) -> [f32; 3] {
    normalize(vector).unwrap_or([0.0, 0.0, 1.0])
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
fn to_byte(number: f32) -> u8 {
    libm::floorf(number + 0.5) as u8
}
