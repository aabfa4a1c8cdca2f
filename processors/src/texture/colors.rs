//! [`ColorImage`]: images of colours. [`Colors`]: conversion between their bytes and linear colours.

use std::borrow::Cow;

use rigmill_dom::Image;
use rigmill_math::to_f32;

use super::color_key::ColorKey;
use super::form::{Pixel, PixelForm};

/// An image of colours, after its colour key was applied.
pub(super) struct ColorImage<'a> {
    image: Cow<'a, Image>,
    colors: &'a Colors,
}

impl<'a> ColorImage<'a> {
    pub(super) fn new(image: &'a Image, key: Option<ColorKey>, colors: &'a Colors) -> Self {
        let image = key.map_or(Cow::Borrowed(image), |key| Cow::Owned(key.clear(image)));
        Self { image, colors }
    }
}

impl PixelForm for ColorImage<'_> {
    fn is_weighted(&self) -> bool {
        true
    }

    fn size(&self) -> [u32; 2] {
        [self.image.width, self.image.height]
    }

    fn pixel(&self, at: usize) -> Pixel {
        self.colors.pixel(&self.image.pixels, at)
    }

    fn stored(&self) -> Vec<u8> {
        self.colors.to_stored(&self.image.pixels)
    }

    fn push(&self, pixel: Pixel, bytes: &mut Vec<u8>) {
        bytes.extend(self.colors.to_bytes(pixel));
    }

    fn push_largest(&self, pixel: Pixel, bytes: &mut Vec<u8>) {
        bytes.extend(self.colors.to_largest_bytes(pixel));
    }
}

/// Tables that convert between bytes and linear values.
pub(super) struct Colors {
    /// The linear value of each byte.
    linear: [f32; 256],
    /// For each byte except 0, the smallest linear value that rounds to this byte.
    limits: [f32; 255],
    premultiply: Premultiply,
}

/// How colours are multiplied by alpha.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Premultiply {
    No,
    /// Linear values are multiplied, and rounded to the nearest byte.
    Linear,
    /// Stored numbers are multiplied and, in the largest mipmap, rounded down, as in `Color.FromNonPremultiplied` of XNA and
    /// MonoGame.
    Stored,
}

impl Colors {
    pub(super) fn new(srgb: bool, premultiply: bool) -> Self {
        let to_linear = |byte: f64| to_f32(if srgb { srgb_to_linear(byte / 255.0) } else { byte / 255.0 });
        let (mut linear, mut limits) = ([0.0; 256], [0.0; 255]);
        for (byte, value) in (0_u32..).zip(&mut linear) {
            *value = to_linear(f64::from(byte));
        }
        for (byte, limit) in (0_u32..).zip(&mut limits) {
            *limit = to_linear(f64::from(byte) + 0.5);
        }
        let premultiply = match (premultiply, srgb) {
            (false, _) => Premultiply::No,
            (true, true) => Premultiply::Linear,
            (true, false) => Premultiply::Stored,
        };
        Self { linear, limits, premultiply }
    }

    /// Returns the bytes of an image, as a texture's largest mipmap stores them.
    fn to_stored(&self, bytes: &[u8]) -> Vec<u8> {
        match self.premultiply {
            Premultiply::No => bytes.to_vec(),
            Premultiply::Linear => (0..bytes.len() / 4).flat_map(|at| self.to_bytes(self.pixel(bytes, at))).collect(),
            Premultiply::Stored => bytes.as_chunks().0.iter().flat_map(|&rgba| premultiplied(rgba)).collect(),
        }
    }

    /// Returns the pixel with this index, row by row.
    fn pixel(&self, bytes: &[u8], at: usize) -> Pixel {
        let rgba: [u8; 4] = bytes.get(at * 4..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default();
        let [red, green, blue] = [rgba[0], rgba[1], rgba[2]].map(|byte| self.linear[usize::from(byte)]);
        [red, green, blue, f32::from(rgba[3]) / 255.0]
    }

    /// Returns the bytes of a pixel in the largest mipmap.
    fn to_largest_bytes(&self, pixel: Pixel) -> [u8; 4] {
        match self.premultiply {
            Premultiply::Stored => premultiplied(self.nearest(pixel, 1.0)),
            Premultiply::No | Premultiply::Linear => self.to_bytes(pixel),
        }
    }

    /// Returns the bytes nearest to a pixel.
    fn to_bytes(&self, pixel: Pixel) -> [u8; 4] {
        let weight = if self.premultiply == Premultiply::No { 1.0 } else { pixel[3] };
        self.nearest(pixel, weight)
    }

    /// Returns the bytes nearest to a pixel whose colours are multiplied by `weight`.
    fn nearest(&self, [red, green, blue, alpha]: Pixel, weight: f32) -> [u8; 4] {
        let [red, green, blue] = [red, green, blue].map(|linear| self.to_byte(linear * weight));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
        let alpha = libm::floorf(alpha * 255.0 + 0.5) as u8;
        [red, green, blue, alpha]
    }

    fn to_byte(&self, linear: f32) -> u8 {
        u8::try_from(self.limits.partition_point(|&limit| limit <= linear)).unwrap_or(u8::MAX)
    }
}

/// Multiplies colours by alpha, and rounds down.
fn premultiplied([red, green, blue, alpha]: [u8; 4]) -> [u8; 4] {
    let [red, green, blue] = [red, green, blue].map(|color| {
        let product = u32::from(color) * u32::from(alpha) / 255;
        u8::try_from(product).unwrap_or(u8::MAX)
    });
    [red, green, blue, alpha]
}

/// Converts an sRGB value to a linear value, as IEC 61966-2-1 defines.
pub(super) fn srgb_to_linear(value: f64) -> f64 {
    if value <= 0.040_45 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
}
