//! A texture: an image with its mip levels, as a GPU takes it.
//!
//! Content type 10, version 1. The sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `TEXR` | texture header, 20       | 1                                                      |
//! | `PIXL` | u8                       | the levels, largest first, nothing between             |
//!
//! Texture header:
//!
//! | offset | type | field  | value                                                               |
//! |-------:|------|--------|---------------------------------------------------------------------|
//! |      0 | u32  | width  | in pixels, 1 to 16,384                                              |
//! |      4 | u32  | height | in pixels, 1 to 16,384                                              |
//! |      8 | u32  | format | 0: RGBA8, 1: BC1, 2: BC3, 3: BC7, 4: BC2                            |
//! |     12 | u32  | flags  | bit 0: colours are sRGB; other bits 0                               |
//! |     16 | u32  | levels | 1, or more, to the one of 1 x 1 at most                             |
//!
//! Each level is half as wide and half as high as the one before, rounded down and at least 1. Rows go from the top down. RGBA8
//! has 4 bytes a pixel. The others have blocks of 4 x 4 pixels, 8 bytes a block in BC1 and 16 in the others, and a part of a
//! block at an edge is a whole one in the file. Levels have the length that follows, without padding, and fill `PIXL`.

use bytemuck::{Pod, Zeroable};

use crate::container::{Container, ContainerWriter, SectionKind, Spans};
use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, InvalidContent, TextureProblem};

/// The largest width and height, in pixels.
pub const MAX_TEXTURE_SIZE: u32 = 16_384;

/// An image with its mip levels.
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
    /// The levels, largest first: at least one, at most [`mip_limit`]. Each has the length that [`TextureFormat::length`]
    /// gives for its [`mip_size`].
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_mips"))]
    pub mips: Vec<Vec<u8>>,
}

/// How a texture's pixels are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TextureFormat {
    /// Bytes red, green, blue, alpha for each pixel.
    #[default]
    Rgba8,
    /// BC1 (DXT1): 8 bytes for 4 x 4 pixels; alpha is on or off.
    Bc1,
    /// BC3 (DXT5): 16 bytes for 4 x 4 pixels.
    Bc3,
    /// BC7: 16 bytes for 4 x 4 pixels.
    Bc7,
    /// BC2 (DXT3): 16 bytes for 4 x 4 pixels; 16 steps of alpha.
    Bc2,
}

impl TextureFormat {
    /// Every format, by the number that a file stores.
    pub const ALL: [Self; 5] = [Self::Rgba8, Self::Bc1, Self::Bc3, Self::Bc7, Self::Bc2];

    /// The format's name, such as `rgba8`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rgba8 => "rgba8",
            Self::Bc1 => "bc1",
            Self::Bc3 => "bc3",
            Self::Bc7 => "bc7",
            Self::Bc2 => "bc2",
        }
    }

    /// The width and height of a block in pixels, and its bytes.
    #[must_use]
    pub const fn block(self) -> (u32, u32) {
        match self {
            Self::Rgba8 => (1, 4),
            Self::Bc1 => (4, 8),
            Self::Bc2 | Self::Bc3 | Self::Bc7 => (4, 16),
        }
    }

    /// The bytes of an image of so many pixels.
    #[must_use]
    pub fn length(self, [width, height]: [u32; 2]) -> u64 {
        let (side, bytes) = self.block();
        // At most 2^32 x 2^32 / 16 blocks of 16 bytes, or 2^64 x 4 bytes: only sizes within the limit reach this from a file.
        let blocks = u64::from(width.div_ceil(side)).saturating_mul(u64::from(height.div_ceil(side)));
        blocks.saturating_mul(u64::from(bytes))
    }

    const fn number(self) -> u32 {
        match self {
            Self::Rgba8 => 0,
            Self::Bc1 => 1,
            Self::Bc3 => 2,
            Self::Bc7 => 3,
            Self::Bc2 => 4,
        }
    }

    fn from_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.number() == number)
    }
}

/// The width and height of level `level` of a texture of `size`.
#[must_use]
pub fn mip_size([width, height]: [u32; 2], level: u32) -> [u32; 2] {
    [width, height].map(|side| side.checked_shr(level).unwrap_or(0).max(1))
}

/// How many levels a texture of `size` can have: to the one of 1 x 1.
#[must_use]
pub fn mip_limit([width, height]: [u32; 2]) -> u32 {
    width.max(height).max(1).ilog2() + 1
}

#[cfg(feature = "serde")]
fn serialize_mips<S: serde::Serializer>(mips: &[Vec<u8>], serializer: S) -> Result<S::Ok, S::Error> {
    /// Bytes at once: a list of numbers would be serialised one by one.
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

const TEXR: SectionKind = SectionKind::of::<TextureHeader>(b"TEXR");
const PIXL: SectionKind = SectionKind::of::<u8>(b"PIXL");

const SECTIONS: [SectionKind; 2] = [TEXR, PIXL];
const ALIGNMENT: usize = align_of::<TextureHeader>();

impl Content for Texture {
    const TYPE: ContentType = ContentType::Texture;
    const VERSION: u16 = 1;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let header = self.header()?;
        self.check_mips(&header)?;
        let pixels = self.mips.concat();
        TextureView { header: &[header], pixels: &pixels }.validate()?;
        let mut writer = ContainerWriter::new(Self::TYPE, Self::VERSION, SECTIONS.len());
        writer.section(TEXR, &[header]);
        writer.section(PIXL, &pixels);
        Ok(writer.finish())
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(TextureView::parse(&bytes)?.to_owned())
    }
}

impl Texture {
    fn header(&self) -> Result<TextureHeader, EncodeError> {
        Ok(TextureHeader {
            width: self.width,
            height: self.height,
            format: self.format.number(),
            flags: if self.srgb { SRGB } else { 0 },
            levels: crate::shares::count(self.mips.len(), "levels")?,
        })
    }

    /// The lengths of the levels one by one: in the file only their sum can be seen.
    fn check_mips(&self, header: &TextureHeader) -> Result<(), InvalidContent> {
        header.check()?;
        for (level, mip) in (0..header.levels).zip(&self.mips) {
            let expected = self.format.length(mip_size([self.width, self.height], level));
            if mip.len() as u64 != expected {
                let found = mip.len() as u64;
                return Err(TextureProblem::LevelLength { level, found, expected }.into());
            }
        }
        Ok(())
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
        TextureFormat::from_number(found).ok_or(TextureProblem::Format { found }.into())
    }
}

/// Where the parts of a checked texture lie in its bytes. An owner of the bytes keeps it beside
/// them and has a view again without another check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureLayout(Spans<2>);

impl TextureLayout {
    /// Checks a whole file.
    ///
    /// # Errors
    /// The bytes are not an undamaged texture of this version, or begin at an address that is no
    /// multiple of 4.
    pub fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        let container = Container::parse(bytes)?;
        let spans = container.spans(Texture::TYPE, Texture::VERSION, &SECTIONS, ALIGNMENT)?;
        let layout = Self(spans);
        layout.view(bytes).validate()?;
        Ok(layout)
    }

    /// The texture in `bytes`, which have to be those that were parsed. With other bytes the
    /// view shows some other texture or an empty one.
    #[must_use]
    pub fn view<'a>(&self, bytes: &'a [u8]) -> TextureView<'a> {
        TextureView { header: self.0.elements(bytes, 0), pixels: self.0.elements(bytes, 1) }
    }
}

/// A texture read where its bytes lie.
#[derive(Clone, Copy, Debug)]
pub struct TextureView<'a> {
    header: &'a [TextureHeader],
    pixels: &'a [u8],
}

/// A level of a texture, read where its bytes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MipView<'a> {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The pixels or blocks, row by row from the top, nothing between.
    pub bytes: &'a [u8],
}

impl<'a> TextureView<'a> {
    /// Checks a whole file and views its content.
    ///
    /// # Errors
    /// As [`TextureLayout::parse`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Ok(TextureLayout::parse(bytes)?.view(bytes))
    }

    /// Pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.size()[0]
    }

    /// Pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.size()[1]
    }

    /// How the pixels are stored.
    #[must_use]
    pub fn format(&self) -> TextureFormat {
        let format = self.header.first().and_then(|header| TextureFormat::from_number(header.format));
        format.unwrap_or_default()
    }

    /// Whether the colours are sRGB.
    #[must_use]
    pub fn srgb(&self) -> bool {
        self.header.first().is_some_and(|header| header.flags & SRGB != 0)
    }

    /// The number of levels.
    #[must_use]
    pub fn levels(&self) -> u32 {
        self.header.first().map_or(0, |header| header.levels)
    }

    /// Level `level`; 0 is the largest.
    #[must_use]
    pub fn mip(&self, level: u32) -> Option<MipView<'a>> {
        self.mips().nth(usize::try_from(level).ok()?)
    }

    /// The levels, largest first.
    pub fn mips(&self) -> impl Iterator<Item = MipView<'a>> + use<'a> {
        let (size, format) = (self.size(), self.format());
        let mut rest = self.pixels;
        (0..self.levels()).map_while(move |level| {
            let [width, height] = mip_size(size, level);
            let length = usize::try_from(format.length([width, height])).ok()?;
            let (bytes, after) = rest.split_at_checked(length)?;
            rest = after;
            Some(MipView { width, height, bytes })
        })
    }

    /// All levels, one after the other, as GPUs take a whole texture at once.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.pixels
    }

    /// A copy that owns its pixels.
    #[must_use]
    pub fn to_owned(&self) -> Texture {
        Texture {
            width: self.width(),
            height: self.height(),
            format: self.format(),
            srgb: self.srgb(),
            mips: self.mips().map(|mip| mip.bytes.to_vec()).collect(),
        }
    }

    fn size(&self) -> [u32; 2] {
        self.header.first().map_or([0, 0], |header| [header.width, header.height])
    }

    /// All rules of the type, both before encoding and after reading.
    fn validate(&self) -> Result<(), InvalidContent> {
        let [header] = self.header else {
            let found = self.header.len();
            return Err(InvalidContent::HeaderCount { found });
        };
        let format = header.check()?;
        let lengths = (0..header.levels).map(|level| format.length(mip_size(self.size(), level)));
        let (found, expected) = (self.pixels.len() as u64, lengths.sum());
        if found == expected {
            return Ok(());
        }
        Err(TextureProblem::Length { found, expected }.into())
    }
}
