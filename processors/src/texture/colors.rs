//! [`Colors`]: between the bytes of an image and numbers that can be added up.

/// A pixel: red, green, blue in linear light, alpha; 0 to 1, not premultiplied.
pub(super) type Pixel = [f32; 4];

/// How bytes become light and back.
pub(super) struct Colors {
    /// The light of each byte.
    light: [f32; 256],
    /// From which light on each byte but the first is the nearest.
    limits: [f32; 255],
    premultiply: bool,
}

impl Colors {
    pub(super) fn new(srgb: bool, premultiply: bool) -> Self {
        let light = |byte: f64| if srgb { linear(byte / 255.0) } else { byte / 255.0 };
        let (mut values, mut limits) = ([0.0; 256], [0.0; 255]);
        for (byte, value) in (0_u32..).zip(&mut values) {
            *value = single(light(f64::from(byte)));
        }
        for (byte, limit) in (0_u32..).zip(&mut limits) {
            *limit = single(light(f64::from(byte) + 0.5));
        }
        Self { light: values, limits, premultiply }
    }

    /// An image as it is stored.
    pub(super) fn stored(&self, bytes: &[u8]) -> Vec<u8> {
        match self.premultiply {
            true => (0..bytes.len() / 4).flat_map(|at| self.bytes(self.pixel(bytes, at))).collect(),
            false => bytes.to_vec(),
        }
    }

    /// The pixel at a place of an image.
    pub(super) fn pixel(&self, bytes: &[u8], at: usize) -> Pixel {
        let rgba: [u8; 4] = bytes.get(at * 4..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default();
        let [red, green, blue] = [rgba[0], rgba[1], rgba[2]].map(|byte| self.light[usize::from(byte)]);
        [red, green, blue, f32::from(rgba[3]) / 255.0]
    }

    /// The bytes nearest to a pixel.
    pub(super) fn bytes(&self, [red, green, blue, alpha]: Pixel) -> [u8; 4] {
        let weight = if self.premultiply { alpha } else { 1.0 };
        let [red, green, blue] = [red, green, blue].map(|light| self.byte(light * weight));
        [red, green, blue, whole(alpha * 255.0)]
    }

    fn byte(&self, light: f32) -> u8 {
        u8::try_from(self.limits.partition_point(|&limit| limit <= light)).unwrap_or(u8::MAX)
    }
}

/// The light of an sRGB value, by IEC 61966-2-1.
fn linear(value: f64) -> f64 {
    if value <= 0.040_45 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
}

fn single(value: f64) -> f32 {
    #[allow(clippy::cast_possible_truncation, reason = "rounds")]
    let single = value as f32;
    single
}

fn whole(value: f32) -> u8 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
    let whole = libm::floorf(value + 0.5) as u8;
    whole
}
