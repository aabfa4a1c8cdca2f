//! [`TextureParams`] and the types of its values.

use rigmill_format::TextureFormat;
use serde::{Deserialize, Serialize};

use super::color_key::ColorKey;
use super::cube_layout::CubeLayout;
use crate::numbers::TextureSize;

rigmill_pipeline::params! {
    /// Parameters of the processor `texture`.
    pub struct TextureParams {
        /// If true, Rigmill makes mipmaps, down to a size of one pixel.
        mips: bool = true,
        /// If true, the colours are sRGB, as in photos and paintings. Use false for data textures, such as roughness
        /// maps and masks. By default, the colours are sRGB, and Rigmill reports a warning if the image looks like a
        /// normal map.
        srgb: Option<bool> = None,
        /// If true, the image is a normal map: red, green and blue are the x, y and z of a direction. In the mipmaps of
        /// a normal map, Rigmill averages directions instead of colours. For normal maps, Rigmill ignores `srgb`,
        /// `premultiply` and `color_key`.
        normal: bool = false,
        /// The texture format. "none" takes 4 bytes per pixel. "bc1" takes half a byte per pixel, with 1-bit alpha.
        /// "bc3" and "bc7" take one byte per pixel. "bc5" takes one byte per pixel and stores only red and green, for
        /// normal maps. "auto" chooses "bc5" for normal maps and "bc7" for all other images. "dxt" chooses "bc1" if
        /// every pixel is opaque, and "bc3" otherwise, as XNA's pipeline does.
        compression: Compression = Compression::None,
        /// What Rigmill does with an image that has 16 bits per channel. If true, the texture keeps 16 bits per
        /// channel, and stores linear colours. Compressed textures and normal maps cannot keep 16 bits. If false,
        /// Rigmill rounds the channels to 8 bits. By default, Rigmill rounds to 8 bits and reports a warning. `deep`
        /// does not affect HDR images, which become half floats, or BC6H if you compress them.
        deep: Option<bool> = None,
        /// The quality of compressed textures: "fast", "normal" or "best". A higher quality takes longer to compress.
        quality: Quality = Quality::Normal,
        /// How Rigmill rounds the image's width and height to powers of two. "keep" keeps the size as it is. "nearest"
        /// rounds to the nearest power of two, "down" rounds down, and "up" rounds up.
        power_of_two: PowerOfTwo = PowerOfTwo::Keep,
        /// The maximum width and height of the texture in pixels, from 1 to 16384. Rigmill scales down larger images,
        /// and keeps their aspect ratio.
        max_size: TextureSize = TextureSize::default(),
        /// How the image arranges the six faces of a cube map. "cross" is a cross of 4 x 3 or 3 x 4 faces. "strip" is a
        /// row or column of the faces +x, -x, +y, -y, +z, -z. "equirectangular" is a panorama that is twice as wide as
        /// high, with -z in the middle.
        cube: Option<CubeLayout> = None,
        /// If true, Rigmill makes a cube map's mipmaps for image-based lighting. Each mipmap shows the reflections for
        /// one roughness (GGX), from 0 in the largest mipmap to 1 in the smallest. The faces of the smallest mipmap are
        /// 8 pixels wide. Large cube maps take a long time to build, but you can limit their size with `max_size`.
        prefilter: bool = false,
        /// If true, Rigmill multiplies colours by alpha. For sRGB colours, Rigmill multiplies in linear space. With
        /// `srgb = false`, Rigmill multiplies the stored numbers and rounds the results down, as XNA and MonoGame do.
        premultiply: bool = false,
        /// The colour that becomes transparent, such as "#ff00ff" (magenta). Rigmill makes all pixels of exactly this
        /// colour transparent, before all other changes to the image. XNA's and MonoGame's pipelines make magenta
        /// transparent by default.
        color_key: Option<ColorKey> = None,
    }
}

impl TextureParams {
    /// Returns whether the colours of the texture are sRGB.
    pub(super) fn is_srgb(&self) -> bool {
        !self.normal && self.srgb.unwrap_or(true)
    }

    /// Returns the size of the texture for an image of this size.
    pub(super) fn size_of(&self, size: [u32; 2]) -> [u32; 2] {
        let most = self.max_size.get();
        let largest = u64::from(size[0].max(size[1]));
        let fitted = size.map(|side| match largest > u64::from(most) {
            true => to_side((u64::from(side) * u64::from(most) + largest / 2) / largest),
            false => side,
        });
        fitted.map(|side| self.power_of_two.round(side, most))
    }
}

/// Converts a width or height in pixels, which is at least 1 and far below 2^32.
fn to_side(side: u64) -> u32 {
    u32::try_from(side).unwrap_or(u32::MAX).max(1)
}

/// The storage format of a texture's pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compression {
    /// 4 bytes per pixel.
    #[default]
    None,
    /// BC1: half a byte per pixel, with 1-bit alpha.
    Bc1,
    /// BC3: one byte per pixel. Alpha is stored separately from colours.
    Bc3,
    /// BC1 if every pixel of the largest mipmap is opaque, or else BC3.
    Dxt,
    /// BC5: one byte per pixel, with only red and green.
    Bc5,
    /// BC7: one byte per pixel. It has the best quality and takes the longest to compress.
    Bc7,
    /// BC5 for normal maps, BC7 for all other images.
    Auto,
}

impl Compression {
    /// Returns the format for an image. `is_opaque` says whether all of its pixels are opaque.
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

/// How long block compression searches for the best blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// For BC7, takes half as long as [`Normal`](Self::Normal), and is 0.2 to 1 dB worse. For BC1 to BC5, takes a tenth as long,
    /// and is about 0.5 dB worse.
    Fast,
    /// The default.
    #[default]
    Normal,
    /// For BC7, takes eight times as long as [`Normal`](Self::Normal), and is 0.2 to 0.7 dB better. For BC1 to BC5, the same as
    /// [`Normal`](Self::Normal).
    Best,
}

/// How width and height become powers of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PowerOfTwo {
    /// The size stays the same.
    #[default]
    Keep,
    /// The nearest power of two; the larger one if two are equally near.
    Nearest,
    /// The next smaller power of two.
    Down,
    /// The next larger power of two, as in XNA.
    Up,
}

impl PowerOfTwo {
    /// Returns the width or height of a texture. A power of two is at most the largest power of two that `most` allows.
    fn round(self, side: u32, most: u32) -> u32 {
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
