//! The common parts of textures and cube maps: pixel formats, header rules, and mipmaps that are stored one after another.

use crate::InvalidContent;
use crate::error::{ensure, invalid};
use crate::layout::numbered;

/// The maximum width and height, in pixels.
pub const MAX_TEXTURE_SIZE: u32 = 16_384;

/// The flag for sRGB colours.
pub(super) const SRGB: u32 = 1;

numbered! {
    /// How a texture's pixels are stored.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum TextureFormat: u32 {
        /// Four bytes per pixel: red, green, blue, alpha.
        #[default]
        Rgba8 = 0, "rgba8";
        /// BC1 (DXT1): 8 bytes per 4 x 4 pixels. Alpha is on or off.
        Bc1 = 1, "bc1";
        /// BC3 (DXT5): 16 bytes per 4 x 4 pixels.
        Bc3 = 2, "bc3";
        /// BC7: 16 bytes per 4 x 4 pixels.
        Bc7 = 3, "bc7";
        /// BC2 (DXT3): 16 bytes per 4 x 4 pixels, with 16 levels of alpha.
        Bc2 = 4, "bc2";
        /// Four signed bytes per pixel: red, green, blue, alpha. -127 is -1, and 127 is 1. This is XNA's NormalizedByte4.
        Rgba8Signed = 5, "rgba8s";
        /// Two signed bytes per pixel: red, green. This is XNA's NormalizedByte2.
        Rg8Signed = 6, "rg8s";
        /// BC5: 16 bytes per 4 x 4 pixels, with only red and green. For a normal map, these are x and y; z is the square root
        /// of 1 - x^2 - y^2.
        Bc5 = 7, "bc5";
        /// BC6H, unsigned: 16 bytes per 4 x 4 pixels; red, green and blue as half floats that are not negative.
        Bc6h = 8, "bc6h";
        /// Four little-endian 16-bit integers per pixel: red, green, blue, alpha. 65,535 is 1.
        Rgba16 = 9, "rgba16";
        /// Four little-endian half floats per pixel: red, green, blue, alpha.
        Rgba16Float = 10, "rgba16f";
        /// BC4: 8 bytes per 4 x 4 pixels, with only red.
        Bc4 = 11, "bc4";
    }
}

impl TextureFormat {
    /// Returns the width and height of a block in pixels, and its size in bytes.
    #[must_use]
    pub const fn block(self) -> (u32, u32) {
        match self {
            Self::Rgba8 | Self::Rgba8Signed => (1, 4),
            Self::Rg8Signed => (1, 2),
            Self::Rgba16 | Self::Rgba16Float => (1, 8),
            Self::Bc1 | Self::Bc4 => (4, 8),
            Self::Bc2 | Self::Bc3 | Self::Bc5 | Self::Bc6h | Self::Bc7 => (4, 16),
        }
    }

    /// Returns the size in bytes of an image with this width and height.
    #[must_use]
    pub fn length(self, [width, height]: [u32; 2]) -> u64 {
        let (side, bytes) = self.block();
        // The product can only saturate for sizes above the limit, which a checked file cannot have.
        let blocks = u64::from(width.div_ceil(side)).saturating_mul(u64::from(height.div_ceil(side)));
        blocks.saturating_mul(u64::from(bytes))
    }
}

/// Returns the width and height of mipmap `level` of a texture with this size.
#[must_use]
pub fn mip_size([width, height]: [u32; 2], level: u32) -> [u32; 2] {
    [width, height].map(|side| side.checked_shr(level).unwrap_or(0).max(1))
}

/// Returns the maximum number of mipmaps of a texture with this size, down to 1 x 1.
#[must_use]
pub fn mip_limit([width, height]: [u32; 2]) -> u32 {
    width.max(height).max(1).ilog2() + 1
}

#[cfg(feature = "serde")]
pub(super) fn serialize_mips<S: serde::Serializer>(mips: &[Vec<u8>], serializer: S) -> Result<S::Ok, S::Error> {
    /// Serialized as bytes, because a list of numbers would be serialized one by one.
    struct Bytes<'a>(&'a [u8]);

    impl serde::Serialize for Bytes<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(self.0)
        }
    }
    serializer.collect_seq(mips.iter().map(|mip| Bytes(mip)))
}

/// A mipmap of a texture, read from the bytes of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MipView<'a> {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The pixels or blocks, row by row from the top, without padding.
    pub bytes: &'a [u8],
}

/// An image with its mipmaps, as described in a header.
pub(super) struct MippedImage {
    /// The kind of content that has the header, for errors.
    pub(super) what: &'static str,
    /// The width and height in pixels.
    pub(super) size: [u32; 2],
    /// The number of a [`TextureFormat`].
    pub(super) format: u32,
    /// [`SRGB`] or 0.
    pub(super) flags: u32,
    /// The number of mipmaps.
    pub(super) levels: u32,
}

impl MippedImage {
    /// Checks that everything in the header is within its limits, and returns the format.
    pub(super) fn check(&self) -> Result<TextureFormat, InvalidContent> {
        let Self { what, flags, .. } = *self;
        ensure!(flags & !SRGB == 0, "{what} 0 has unknown flags {flags:#x}");
        let (sizes, [width, height]) = (1..=MAX_TEXTURE_SIZE, self.size);
        ensure!(
            sizes.contains(&width) && sizes.contains(&height),
            "it has {width} x {height} pixels, expected 1 to {MAX_TEXTURE_SIZE} on each side"
        );
        let (found, limit) = (self.levels, mip_limit(self.size));
        ensure!((1..=limit).contains(&found), "it has {found} mipmaps, expected 1 to {limit}");
        TextureFormat::from_number(self.format).ok_or_else(|| {
            invalid!(
                "format number {} is unknown, expected 0 (rgba8), 1 (bc1), 2 (bc3), 3 (bc7), 4 (bc2), 5 (rgba8s) or 6 (rg8s)",
                self.format
            )
        })
    }

    /// Checks the lengths of single mipmaps. In a file, only the sum of the lengths can be checked.
    pub(super) fn check_lengths(&self, format: TextureFormat, mips: &[Vec<u8>]) -> Result<(), InvalidContent> {
        for ((level, expected), mip) in (0..).zip(self.lengths(format)).zip(mips) {
            let found = mip.len() as u64;
            ensure!(found == expected, "mipmap {level} has {found} bytes, expected {expected}");
        }
        Ok(())
    }

    /// The bytes of all mipmaps.
    pub(super) fn length(&self, format: TextureFormat) -> u64 {
        self.lengths(format).sum()
    }

    fn lengths(&self, format: TextureFormat) -> impl Iterator<Item = u64> + use<> {
        let size = self.size;
        (0..self.levels).map(move |level| format.length(mip_size(size, level)))
    }

    /// The mipmaps, which are stored one after another in `bytes`.
    pub(super) fn mips<'a>(
        &self,
        format: TextureFormat,
        mut bytes: &'a [u8],
    ) -> impl Iterator<Item = MipView<'a>> + use<'a> {
        let size = self.size;
        (0..self.levels).map_while(move |level| {
            let [width, height] = mip_size(size, level);
            let length = usize::try_from(format.length([width, height])).ok()?;
            let (mip, rest) = bytes.split_at_checked(length)?;
            bytes = rest;
            Some(MipView { width, height, bytes: mip })
        })
    }
}
