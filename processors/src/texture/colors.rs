//! [`Colors`]: conversion between the bytes of an image and linear colours.

use rigmill_math::to_f32;

/// A pixel: red, green, blue in linear space, alpha; 0 to 1, not premultiplied.
pub(super) type Pixel = [f32; 4];

/// Tables from bytes to linear values and back.
pub(super) struct Colors {
    /// The linear value of each byte.
    linear: [f32; 256],
    /// For each byte but the first the smallest linear value to which it is the nearest.
    limits: [f32; 255],
    premultiply: bool,
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
        Self { linear, limits, premultiply }
    }

    /// The bytes of an image as a texture stores them.
    pub(super) fn to_stored(&self, bytes: &[u8]) -> Vec<u8> {
        match self.premultiply {
            true => (0..bytes.len() / 4).flat_map(|at| self.to_bytes(self.pixel(bytes, at))).collect(),
            false => bytes.to_vec(),
        }
    }

    /// A pixel of an image, counted row by row.
    pub(super) fn pixel(&self, bytes: &[u8], at: usize) -> Pixel {
        let rgba: [u8; 4] = bytes.get(at * 4..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default();
        let [red, green, blue] = [rgba[0], rgba[1], rgba[2]].map(|byte| self.linear[usize::from(byte)]);
        [red, green, blue, f32::from(rgba[3]) / 255.0]
    }

    /// The bytes nearest to a pixel.
    pub(super) fn to_bytes(&self, [red, green, blue, alpha]: Pixel) -> [u8; 4] {
        let weight = if self.premultiply { alpha } else { 1.0 };
        let [red, green, blue] = [red, green, blue].map(|linear| self.to_byte(linear * weight));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
        let alpha = libm::floorf(alpha * 255.0 + 0.5) as u8;
        [red, green, blue, alpha]
    }

    fn to_byte(&self, linear: f32) -> u8 {
        u8::try_from(self.limits.partition_point(|&limit| limit <= linear)).unwrap_or(u8::MAX)
    }
}

/// The linear value of an sRGB value, by IEC 61966-2-1.
fn srgb_to_linear(value: f64) -> f64 {
    if value <= 0.040_45 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
}
