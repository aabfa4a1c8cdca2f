//! A texture is an image with its mipmaps, ready for a GPU.
//!
//! A texture file has these sections, in this order:
//!
//! | id     | element type             | contents                                      |
//! |--------|--------------------------|-----------------------------------------------|
//! | `TEXR` | texture header, 20 bytes | the texture header                            |
//! | `PIXL` | u8                       | the mipmaps, from the largest to the smallest |
//!
//! ### Texture: header
//!
//! | offset | type | field  | value                                                           |
//! |-------:|------|--------|-----------------------------------------------------------------|
//! |      0 | u32  | width  | the width in pixels, from 1 to 16,384                           |
//! |      4 | u32  | height | the height in pixels, from 1 to 16,384                          |
//! |      8 | u32  | format | the number of the pixel format, from the table of formats below |
//! |     12 | u32  | flags  | bit 0 is set if the colours are sRGB; all other bits are 0      |
//! |     16 | u32  | levels | the number of mipmaps, at least 1                               |
//!
//! ### Texture: formats
//!
//! | number | format          | pixels                                                                      |
//! |-------:|-----------------|-----------------------------------------------------------------------------|
//! |      0 | RGBA8           | 4 bytes per pixel                                                           |
//! |      1 | BC1             | 8 bytes per block of 4 x 4 pixels                                           |
//! |      2 | BC3             | 16 bytes per block of 4 x 4 pixels                                          |
//! |      3 | BC7             | 16 bytes per block of 4 x 4 pixels                                          |
//! |      4 | BC2             | 16 bytes per block of 4 x 4 pixels                                          |
//! |      5 | RGBA8S          | 4 signed bytes per pixel; -127 means -1, and 127 means 1                    |
//! |      6 | RG8S            | 2 signed bytes per pixel, for red and green; -127 means -1, and 127 means 1 |
//! |      7 | BC5             | 16 bytes per block of 4 x 4 pixels, for red and green                       |
//! |      8 | BC6H (unsigned) | 16 bytes per block of 4 x 4 pixels                                          |
//! |      9 | RGBA16          | 4 x u16 per pixel, with linear colours; 65,535 means 1                      |
//! |     10 | RGBA16F         | 4 half floats (16-bit floats) per pixel, with linear colours                |
//! |     11 | BC4             | 8 bytes per block of 4 x 4 pixels, for red                                  |
//!
//! If a block extends beyond the edge of an image, the file still contains the whole block.
//!
//! ### Texture: mipmaps
//!
//! Each mipmap is half as wide and half as high as the previous mipmap. Widths and heights are rounded down, but are at
//! least 1 pixel. A mipmap of 1 x 1 pixels is always the last one. There is no padding between mipmaps. The rows of an
//! image are stored from top to bottom.

use bytemuck::{Pod, Zeroable};

#[cfg(feature = "serde")]
use super::mips::serialize_mips;
pub use super::mips::{MAX_TEXTURE_SIZE, MipView, TextureFormat, mip_limit, mip_size};
use super::mips::{MippedImage, SRGB};
use crate::error::ensure;
use crate::layout::{One, Rules, count, getters, sections};
use crate::{AlignedBytes, DecodeError, EncodeError, InvalidContent};

/// An image with its mipmaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Texture {
    /// The width in pixels, 1 to [`MAX_TEXTURE_SIZE`].
    pub width: u32,
    /// The height in pixels, 1 to [`MAX_TEXTURE_SIZE`].
    pub height: u32,
    /// How the pixels are stored.
    pub format: TextureFormat,
    /// Whether the colours are sRGB, so that a GPU converts them to linear when it reads them. Alpha is always linear.
    pub srgb: bool,
    /// The mipmaps, largest first: at least one, at most [`mip_limit`]. The length of each is the [`TextureFormat::length`] of
    /// its [`mip_size`].
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_mips"))]
    pub mips: Vec<Vec<u8>>,
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

sections! {
    /// A texture read from the bytes of its file.
    #[derive(Debug)]
    Texture, version 1 => TextureView, TextureLayout, Tables;
    header b"TEXR": TextureHeader,
    b"PIXL" pixels: [u8],
}

impl Tables {
    fn new(texture: &Texture) -> Result<Self, EncodeError> {
        let header = TextureHeader {
            width: texture.width,
            height: texture.height,
            format: texture.format.number(),
            flags: if texture.srgb { SRGB } else { 0 },
            levels: count(texture.mips.len(), "mipmaps")?,
        };
        let image = header.image();
        image.check_lengths(image.check()?, &texture.mips)?;
        Ok(Self { header: One(header), pixels: texture.mips.concat() })
    }
}

impl TextureHeader {
    fn image(&self) -> MippedImage {
        let Self { width, height, format, flags, levels } = *self;
        MippedImage { what: "texture", size: [width, height], format, flags, levels }
    }
}

impl<'a> TextureView<'a> {
    getters! { self:
        /// The width in pixels.
        width: u32 = self.header.width;
        /// The height in pixels.
        height: u32 = self.header.height;
        /// How the pixels are stored.
        format: TextureFormat = TextureFormat::from_number(self.header.format).unwrap_or_default();
        /// Whether the colours are sRGB.
        srgb: bool = self.header.flags & SRGB != 0;
        /// The number of mipmaps.
        levels: u32 = self.header.levels;
        /// All mipmaps one after another, ready for a single upload to the GPU.
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
        self.header.image().mips(self.format(), self.pixels)
    }

    fn size(&self) -> [u32; 2] {
        [self.header.width, self.header.height]
    }

    /// Checks a whole file in a section of other content, and returns the size of the texture in pixels.
    pub(super) fn check_inside(file: &[u8]) -> Result<[u32; 2], DecodeError> {
        match TextureView::parse(file) {
            // This happens during encoding. In a file, the section is aligned.
            Err(DecodeError::Misaligned(_)) => {
                TextureView::parse(&AlignedBytes::from_slice(file)).map(|view| view.size())
            }
            parsed => parsed.map(|view| view.size()),
        }
    }

    /// The texture in a file that was checked before. Empty for other bytes.
    pub(super) fn of_checked(file: &'a [u8]) -> Self {
        TextureView::parse(file).unwrap_or(Self { header: One::default(), pixels: &[] })
    }
}

impl Rules for TextureView<'_> {
    const PREFIX: Option<&'static str> = Some("the texture is not valid");

    fn check(&self) -> Result<(), InvalidContent> {
        let image = self.header.image();
        let (found, expected) = (self.pixels.len() as u64, image.length(image.check()?));
        ensure!(found == expected, "the mipmaps have {found} bytes, expected {expected}");
        Ok(())
    }
}
