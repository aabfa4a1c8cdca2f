//! [`TextureParams`] and the types of its values.

use rigmill_format::TextureFormat;
use serde::{Deserialize, Serialize};

use super::color_key::ColorKey;
use super::cube_layout::CubeLayout;
use crate::numbers::TextureSize;

rigmill_pipeline::params! {
    /// Parameters of the processor `texture`.
    pub struct TextureParams {
        /// Make mipmaps, down to one pixel.
        mips: bool = true,
        /// Whether the colours are sRGB, as in photos and paintings. Set false for data textures, such as roughness and
        /// masks. The default is true, with a warning if the image looks like a normal map.
        srgb: Option<bool> = None,
        /// The image is a normal map: red, green and blue are the x, y and z of directions, mipmaps are averaged as directions, and
        /// `srgb`, `premultiply` and `color_key` do not apply.
        normal: bool = false,
        /// "none" for 4 bytes per pixel, "bc1" for half a byte with 1-bit alpha, "bc3" or "bc7" for one byte; "bc5" for
        /// one byte with only red and green, for normal maps; "auto" for "bc5" if the image is a normal map and "bc7"
        /// otherwise; "dxt" for "bc1" if every pixel is opaque and "bc3" otherwise, as in XNA's pipeline.
        compression: Compression = Compression::None,
        /// Keep 16 bits per channel, in linear colours, if there is no compression. Otherwise, they are rounded to 8
        /// bits, with a warning unless this is set to false. HDR images always have half floats, or BC6H if there is
        /// any compression.
        deep: Option<bool> = None,
        /// How long to search for the best compressed blocks: "fast", "normal" or "best".
        quality: Quality = Quality::Normal,
        /// Resample the image so that its sides are powers of two: "nearest", "down" or "up" chooses the power, and
        /// "keep" does not resample.
        power_of_two: PowerOfTwo = PowerOfTwo::Keep,
        /// The maximum width and height in pixels, 1 to 16384. Larger images are scaled down and keep their aspect ratio.
        max_size: TextureSize = TextureSize::default(),
        /// The layout of a picture that is a cube map: "cross" (4 x 3 or 3 x 4 faces), "strip" (a row or column of the
        /// faces +x, -x, +y, -y, +z, -z) or "equirectangular" (a panorama twice as wide as high, with -z in the
        /// middle).
        cube: Option<CubeLayout> = None,
        /// Make mipmaps of a cube map for image-based lighting: each shows the reflection of a surface of a different
        /// roughness (GGX), from 0 for the largest mipmap to 1 for the smallest, whose faces are 8 pixels wide. The
        /// time grows with the number of pixels: see `max_size`.
        prefilter: bool = false,
        /// Multiply colours by alpha, in linear space if they are sRGB. With `srgb = false` the stored numbers are
        /// multiplied and rounded down, as XNA's and MonoGame's pipelines do for their sprites and effects.
        premultiply: bool = false,
        /// First make pixels of exactly this colour transparent. XNA's and MonoGame's pipelines use magenta, "#ff00ff", by
        /// default.
        color_key: Option<ColorKey> = None,
    }
}

impl TextureParams {
    /// Whether the colours of the texture are sRGB.
    pub(super) fn is_srgb(&self) -> bool {
        !self.normal && self.srgb.unwrap_or(true)
    }

    /// The size of the texture of an image.
    pub(super) fn size_of(&self, size: [u32; 2]) -> [u32; 2] {
        let most = self.max_size.get();
        let largest = u64::from(size[0].max(size[1]));
        let fitted = size.map(|side| match largest > u64::from(most) {
            true => to_side((u64::from(side) * u64::from(most) + largest / 2) / largest),
            false => side,
        });
        fitted.map(|side| self.power_of_two.of(side, most))
    }
}

/// A side in pixels: at least 1, far below 2^32.
fn to_side(side: u64) -> u32 {
    u32::try_from(side).unwrap_or(u32::MAX).max(1)
}

/// How a texture's pixels are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compression {
    /// 4 bytes per pixel.
    #[default]
    None,
    /// BC1: half a byte a pixel; alpha is on or off.
    Bc1,
    /// BC3: a byte a pixel; alpha is separate from the colours.
    Bc3,
    /// BC1 if every pixel of the largest mipmap is opaque, BC3 otherwise.
    Dxt,
    /// BC5: a byte a pixel; red and green alone.
    Bc5,
    /// BC7: a byte a pixel; the best, and the slowest to make.
    Bc7,
    /// BC5 for normal maps, BC7 for others.
    Auto,
}

impl Compression {
    /// The format of an image, by whether it is a normal map and all its pixels are opaque.
    pub(super) const fn format(self, is_normal: bool, is_opaque: bool) -> TextureFormat {
        match self {
            Self::None => TextureFormat::Rgba8,
            Self::Bc1 => TextureFormat::Bc1,
            Self::Dxt if is_opaque => TextureFormat::Bc1,
            Self::Bc3 | Self::Dxt => TextureFormat::Bc3,
            Self::Bc5 => TextureFormat::Bc5,
            Self::Auto if is_normal => TextureFormat::Bc5,
            Self::Bc7 | Self::Auto => TextureFormat::Bc7,
        }
    }
}

/// How long block compression looks for the best blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// BC7 in half the time, about 1 dB worse; BC1 to BC5 in a tenth of it, half a decibel worse.
    Fast,
    /// For builds.
    #[default]
    Normal,
    /// BC7 in three times the time, about half a decibel better; BC1 to BC5 as [`Normal`](Self::Normal).
    Best,
}

/// Which powers of two sides become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PowerOfTwo {
    /// None: sides stay as they are.
    #[default]
    Keep,
    /// The nearest; the larger of two that are equally near.
    Nearest,
    /// The next smaller one.
    Down,
    /// The next larger one, as XNA does.
    Up,
}

impl PowerOfTwo {
    /// The side of a texture. A power of two is at most the largest one that `most` allows.
    fn of(self, side: u32, most: u32) -> u32 {
        let down = 1 << side.max(1).ilog2();
        let up = side.max(1).next_power_of_two();
        let side = match self {
            Self::Keep => return side,
            Self::Down => down,
            Self::Up => up,
            Self::Nearest if up - side <= side - down => up,
            Self::Nearest => down,
        };
        side.min(1 << most.ilog2())
    }
}
