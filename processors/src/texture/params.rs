//! [`TextureParams`]: what the manifest can say about textures.

use rigmill_format::TextureFormat;
use serde::{Deserialize, Serialize};

rigmill_pipeline::params! {
    /// Parameters of the processor `texture`.
    pub struct TextureParams {
        /// Make smaller levels, down to one pixel.
        mips: bool = true,
        /// Whether the colours are sRGB, as they are in what is looked at; false for what is calculated with, such as
        /// normals, roughness and masks. True unless it is set, with a warning where the image looks like a normal map.
        srgb: Option<bool> = None,
        /// "none" for 4 bytes a pixel, "bc1" for half a byte with alpha on or off, "bc3" or "bc7" for one byte.
        compression: Compression = Compression::None,
        /// Resample sides to powers of two: "keep" leaves them as they are, "nearest", "down" and "up" say which.
        power_of_two: PowerOfTwo = PowerOfTwo::Keep,
        /// The largest width and height in pixels, 1 to 16384; larger images are made smaller, keeping their shape.
        max_size: TextureSize = TextureSize::default(),
        /// Multiply colours by alpha: in linear light where they are sRGB; the stored numbers with `srgb = false`, as XNA's
        /// and MonoGame's pipelines do for their sprites and effects.
        premultiply: bool = false,
    }
}

impl TextureParams {
    /// The size of the texture of an image.
    pub(super) fn size_of(&self, size: [u32; 2]) -> [u32; 2] {
        let most = self.max_size.get();
        let largest = u64::from(size[0].max(size[1]));
        let fitted = size.map(|side| match largest > u64::from(most) {
            true => narrow((u64::from(side) * u64::from(most) + largest / 2) / largest),
            false => side,
        });
        fitted.map(|side| self.power_of_two.of(side, most))
    }
}

/// At least 1; sides are far below 2^32.
fn narrow(side: u64) -> u32 {
    u32::try_from(side).unwrap_or(u32::MAX).max(1)
}

/// How a texture's pixels are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compression {
    /// 4 bytes a pixel.
    #[default]
    None,
    /// BC1: half a byte a pixel; alpha is on or off.
    Bc1,
    /// BC3: a byte a pixel; alpha apart from the colours.
    Bc3,
    /// BC7: a byte a pixel; the best, and the slowest to make.
    Bc7,
}

impl Compression {
    pub(super) const fn format(self) -> TextureFormat {
        match self {
            Self::None => TextureFormat::Rgba8,
            Self::Bc1 => TextureFormat::Bc1,
            Self::Bc3 => TextureFormat::Bc3,
            Self::Bc7 => TextureFormat::Bc7,
        }
    }
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
    /// The side of a texture: at most the largest power of two in `most`, where it becomes a power of two.
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

/// A width or height in pixels: 1 to [`TextureSize::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct TextureSize(u32);

impl TextureSize {
    /// The largest.
    pub const MAX: u32 = rigmill_format::MAX_TEXTURE_SIZE;

    /// Pixels.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl Default for TextureSize {
    fn default() -> Self {
        Self(Self::MAX)
    }
}

impl TryFrom<u32> for TextureSize {
    type Error = String;

    fn try_from(size: u32) -> Result<Self, String> {
        let in_range = (1..=Self::MAX).contains(&size);
        in_range.then_some(Self(size)).ok_or_else(|| format!("{size} is not 1 to {} pixels", Self::MAX))
    }
}

impl From<TextureSize> for u32 {
    fn from(size: TextureSize) -> Self {
        size.0
    }
}
