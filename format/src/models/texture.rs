//! A texture: an image with its mipmaps, as a GPU reads it.
//!
//! Content type 10, version 1. The sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `TEXR` | texture header, 20       | 1                                                      |
//! | `PIXL` | u8                       | the mipmaps, largest first, nothing between            |
//!
//! Texture header:
//!
//! | offset | type | field  | value                                                               |
//! |-------:|------|--------|---------------------------------------------------------------------|
//! |      0 | u32  | width  | in pixels, 1 to 16,384                                              |
//! |      4 | u32  | height | in pixels, 1 to 16,384                                              |
//! |      8 | u32  | format | 0: RGBA8, 1: BC1, 2: BC3, 3: BC7, 4: BC2, 5: RGBA8S, 6: RG8S         |
//! |     12 | u32  | flags  | bit 0: colours are sRGB; other bits 0                               |
//! |     16 | u32  | levels | 1, or more, down to 1 x 1 at most                         |
//!
//! Each mipmap is half as wide and half as high as the one before, rounded down and at least 1. Rows go from the top down. RGBA8
//! has 4 bytes per pixel; so has RGBA8S, with numbers from -127 (-1) to 127 (1), and RG8S has two such bytes, red and green. The others have blocks of 4 x 4 pixels, 8 bytes per block in BC1 and 16 in the others; partial blocks
//! at an edge are whole in the file. Mipmaps have exactly the resulting length, without padding, and fill `PIXL`.

use bytemuck::{Pod, Zeroable};

use crate::layout::{One, Rules, count, getters, numbered, sections};
use crate::{AlignedBytes, DecodeError, EncodeError, InvalidContent, TextureProblem};

/// The largest width and height, in pixels.
pub const MAX_TEXTURE_SIZE: u32 = 16_384;

/// An image with its mipmaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Texture {
    /// Pixels, 1 to [`MAX_TEXTURE_SIZE`].
    pub width: u32,
    /// Pixels, 1 to [`MAX_TEXTURE_SIZE`].
    pub height: u32,
    /// How the pixels are stored.
    pub format: TextureFormat,
    /// Whether the colours are sRGB, which a GPU makes linear when it reads them. Alpha is always linear.
    pub srgb: bool,
    /// The mipmaps, largest first: at least one, at most [`mip_limit`]. Each has the length that [`TextureFormat::length`]
    /// gives for its [`mip_size`].
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_mips"))]
    pub mips: Vec<Vec<u8>>,
}

numbered! {
    /// How a texture's pixels are stored.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum TextureFormat: u32 {
        /// Bytes red, green, blue, alpha for each pixel.
        #[default]
        Rgba8 = 0, "rgba8";
        /// BC1 (DXT1): 8 bytes for 4 x 4 pixels; alpha is on or off.
        Bc1 = 1, "bc1";
        /// BC3 (DXT5): 16 bytes for 4 x 4 pixels.
        Bc3 = 2, "bc3";
        /// BC7: 16 bytes for 4 x 4 pixels.
        Bc7 = 3, "bc7";
        /// BC2 (DXT3): 16 bytes for 4 x 4 pixels; 16 steps of alpha.
        Bc2 = 4, "bc2";
        /// Signed bytes red, green, blue, alpha for each pixel: -127 is -1, 127 is 1. XNA's NormalizedByte4.
        Rgba8Signed = 5, "rgba8s";
        /// Signed bytes red and green for each pixel. XNA's NormalizedByte2.
        Rg8Signed = 6, "rg8s";
    }
}

impl TextureFormat {
    /// The width and height of a block in pixels, and its bytes.
    #[must_use]
    pub const fn block(self) -> (u32, u32) {
        match self {
            Self::Rgba8 | Self::Rgba8Signed => (1, 4),
            Self::Rg8Signed => (1, 2),
            Self::Bc1 => (4, 8),
            Self::Bc2 | Self::Bc3 | Self::Bc7 => (4, 16),
        }
    }

    /// The bytes of an image of this size.
    #[must_use]
    pub fn length(self, [width, height]: [u32; 2]) -> u64 {
        let (side, bytes) = self.block();
        // At most 2^32 x 2^32 / 16 blocks of 16 bytes, or 2^64 x 4 bytes: only sizes within the limit reach this from a file.
        let blocks = u64::from(width.div_ceil(side)).saturating_mul(u64::from(height.div_ceil(side)));
        blocks.saturating_mul(u64::from(bytes))
    }
}

/// The width and height of level `level` of a texture of `size`.
#[must_use]
pub fn mip_size([width, height]: [u32; 2], level: u32) -> [u32; 2] {
    [width, height].map(|side| side.checked_shr(level).unwrap_or(0).max(1))
}

/// The largest number of mipmaps of a texture of `size`: down to 1 x 1.
#[must_use]
pub fn mip_limit([width, height]: [u32; 2]) -> u32 {
    width.max(height).max(1).ilog2() + 1
}

#[cfg(feature = "serde")]
pub(super) fn serialize_mips<S: serde::Serializer>(mips: &[Vec<u8>], serializer: S) -> Result<S::Ok, S::Error> {
    /// Serialised as bytes; a list of numbers would be serialised one by one.
    struct Bytes<'a>(&'a [u8]);

    impl serde::Serialize for Bytes<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(self.0)
        }
    }
    serializer.collect_seq(mips.iter().map(|mip| Bytes(mip)))
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct TextureHeader {
    width: u32,
    height: u32,
    format: u32,
    flags: u32,
    levels: u32,
}

const SRGB: u32 = 1;

sections! {
    /// A texture read from the bytes of its file.
    #[derive(Debug)]
    Texture, version 1 => TextureView, TextureLayout, Tables;
    header b"TEXR": TextureHeader,
    b"PIXL" pixels: [u8],
}

impl Tables {
    fn of(texture: &Texture) -> Result<Self, EncodeError> {
        let header = TextureHeader {
            width: texture.width,
            height: texture.height,
            format: texture.format.number(),
            flags: if texture.srgb { SRGB } else { 0 },
            levels: count(texture.mips.len(), "mipmaps")?,
        };
        header.check()?;
        // The lengths one by one: in the file only their sum can be seen.
        for (level, mip) in (0..header.levels).zip(&texture.mips) {
            let expected = texture.format.length(mip_size([texture.width, texture.height], level));
            let found = mip.len() as u64;
            if found != expected {
                return Err(InvalidContent::from(TextureProblem::LevelLength { level, found, expected }).into());
            }
        }
        Ok(Self { header: One(header), pixels: texture.mips.concat() })
    }
}

impl TextureHeader {
    /// The format, once everything that the header says is within its limits.
    fn check(&self) -> Result<TextureFormat, InvalidContent> {
        if self.flags & !SRGB != 0 {
            return Err(InvalidContent::UnknownFlags { what: "texture", index: 0, found: self.flags });
        }
        let sizes = 1..=MAX_TEXTURE_SIZE;
        if !sizes.contains(&self.width) || !sizes.contains(&self.height) {
            let (width, height) = (self.width, self.height);
            return Err(TextureProblem::Size { width, height, limit: MAX_TEXTURE_SIZE }.into());
        }
        let limit = mip_limit([self.width, self.height]);
        if self.levels == 0 || self.levels > limit {
            let found = self.levels;
            return Err(TextureProblem::Levels { found, limit }.into());
        }
        let found = self.format;
        TextureFormat::from_number(found).ok_or(TextureProblem::Format(found).into())
    }
}

/// A mipmap of a texture, read from the bytes of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MipView<'a> {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The pixels or blocks, row by row from the top, nothing between.
    pub bytes: &'a [u8],
}

/// The mipmaps of an image of `size`, one after the other in `bytes`.
pub(super) fn mips_of(
    size: [u32; 2],
    format: TextureFormat,
    levels: u32,
    mut bytes: &[u8],
) -> impl Iterator<Item = MipView<'_>> {
    (0..levels).map_while(move |level| {
        let [width, height] = mip_size(size, level);
        let length = usize::try_from(format.length([width, height])).ok()?;
        let (mip, rest) = bytes.split_at_checked(length)?;
        bytes = rest;
        Some(MipView { width, height, bytes: mip })
    })
}

impl<'a> TextureView<'a> {
    getters! { self:
        /// Pixels.
        width: u32 = self.header.width;
        /// Pixels.
        height: u32 = self.header.height;
        /// How the pixels are stored.
        format: TextureFormat = TextureFormat::from_number(self.header.format).unwrap_or_default();
        /// Whether the colours are sRGB.
        srgb: bool = self.header.flags & SRGB != 0;
        /// The number of mipmaps.
        levels: u32 = self.header.levels;
        /// All mipmaps, one after the other, as GPUs take a whole texture at once.
        bytes: &'a [u8] = self.pixels;
        /// A copy that owns its pixels.
        to_owned: Texture = Texture {
            width: self.width(),
            height: self.height(),
            format: self.format(),
            srgb: self.srgb(),
            mips: self.mips().map(|mip| mip.bytes.to_vec()).collect(),
        };
    }

    /// Mipmap `level`; 0 is the largest.
    #[must_use]
    pub fn mip(&self, level: u32) -> Option<MipView<'a>> {
        self.mips().nth(usize::try_from(level).ok()?)
    }

    /// The mipmaps, largest first.
    pub fn mips(&self) -> impl Iterator<Item = MipView<'a>> + use<'a> {
        mips_of(self.size(), self.format(), self.levels(), self.pixels)
    }

    fn size(&self) -> [u32; 2] {
        [self.header.width, self.header.height]
    }

    /// Checks a whole file inside a section of other content, and returns the size of the texture in pixels.
    pub(super) fn check_inside(file: &[u8]) -> Result<[u32; 2], String> {
        match TextureView::parse(file) {
            // While encoding: in a file the section is aligned.
            Err(DecodeError::Misaligned(_)) => {
                TextureView::parse(&AlignedBytes::from_slice(file)).map(|view| view.size())
            }
            parsed => parsed.map(|view| view.size()),
        }
        .map_err(|error| error.to_string())
    }

    /// The texture of a file that was checked before; an empty one for other bytes.
    pub(super) fn of_checked(file: &'a [u8]) -> Self {
        TextureView::parse(file).unwrap_or(Self { header: One::default(), pixels: &[] })
    }
}

impl Rules for TextureView<'_> {
    fn check(&self) -> Result<(), InvalidContent> {
        let format = self.header.check()?;
        let lengths = (0..self.header.levels).map(|level| format.length(mip_size(self.size(), level)));
        let (found, expected) = (self.pixels.len() as u64, lengths.sum());
        if found == expected {
            return Ok(());
        }
        Err(TextureProblem::Length { found, expected }.into())
    }
}
