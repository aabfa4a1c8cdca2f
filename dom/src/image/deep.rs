//! [`DeepImage`]: pixels with more than eight bits per channel.

use std::fmt;

use half::f16;
use serde::{Serialize, Serializer};

use super::Image;

/// An image with 16 bits per channel, not premultiplied.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct DeepImage {
    /// The width in pixels, at least 1.
    pub width: u32,
    /// The height in pixels, at least 1.
    pub height: u32,
    /// The encoding of the numbers.
    pub numbers: DeepEncoding,
    /// Red, green, blue, alpha for each pixel, row by row from the top.
    #[serde(serialize_with = "bytes")]
    pub pixels: Vec<u16>,
}

/// The encoding of the numbers of a [`DeepImage`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum DeepEncoding {
    /// Integers, where 65,535 is 1.
    Words,
    /// The bits of half floats, all finite, for linear colours.
    Halves,
}

impl DeepImage {
    /// Converts floats to half floats. NaN becomes 0, and values that are too large become the largest half float.
    pub(super) fn of_floats(width: u32, height: u32, pixels: &[f32]) -> Self {
        let pixels = pixels.iter().map(|&float| to_half(float)).collect();
        Self { width, height, numbers: DeepEncoding::Halves, pixels }
    }

    /// Converts the image to eight bits per channel. `None` if this loses information.
    pub(super) fn as_bytes(&self) -> Option<Image> {
        let is_exact = self.numbers == DeepEncoding::Words && self.pixels.iter().all(|word| word % 257 == 0);
        is_exact.then(|| self.to_bytes())
    }

    /// Converts the image to eight bits per channel, rounded to the nearest value. Half floats are clamped to the range 0 to 1.
    #[must_use]
    pub fn to_bytes(&self) -> Image {
        let byte: fn(u16) -> u8 = match self.numbers {
            DeepEncoding::Words => |word| u8::try_from((u32::from(word) + 128) / 257).unwrap_or(u8::MAX),
            DeepEncoding::Halves => |half| {
                let clamped = f16::from_bits(half).to_f32().clamp(0.0, 1.0);
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255")]
                let byte = (clamped * 255.0 + 0.5) as u8;
                byte
            },
        };
        let pixels = self.pixels.iter().map(|&number| byte(number)).collect();
        Image { width: self.width, height: self.height, pixels }
    }
}

fn to_half(float: f32) -> u16 {
    let most = f16::MAX.to_f32();
    let float = if float.is_nan() { 0.0 } else { float.clamp(-most, most) };
    f16::from_f32(float).to_bits()
}

fn bytes<S: Serializer>(pixels: &[u16], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(&pixels.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>())
}

impl fmt::Debug for DeepImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeepImage of {} x {} {:?}", self.width, self.height, self.numbers)
    }
}
