//! [`Format`]: the storage format of texels.

/// The storage format of texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The type and channels of the texels.
    pub texels: Texels,
    /// Whether colours are sRGB, which a GPU converts to linear values.
    pub srgb: bool,
}

/// The uncompressed texels or compressed blocks of a texture. Numbers are little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texels {
    /// One byte: red.
    R8,
    /// Two bytes: red, green.
    Rg8,
    /// Three bytes: red, green, blue.
    Rgb8,
    /// Four bytes: red, green, blue, alpha.
    Rgba8,
    /// Four bytes: blue, green, red, alpha.
    Bgra8,
    /// Two signed bytes: red, green.
    Rg8Signed,
    /// Four signed bytes: red, green, blue, alpha.
    Rgba8Signed,
    /// Four 16-bit integers: red, green, blue, alpha.
    Rgba16,
    /// Four 16-bit floats: red, green, blue, alpha.
    Rgba16Float,
    /// BC1 blocks without alpha.
    Bc1Opaque,
    /// BC1 blocks with 1-bit alpha.
    Bc1,
    /// BC2 blocks.
    Bc2,
    /// BC3 blocks.
    Bc3,
    /// BC4 blocks.
    Bc4,
    /// BC5 blocks.
    Bc5,
    /// BC6H blocks with unsigned floats.
    Bc6h,
    /// BC7 blocks.
    Bc7,
}

/// Vulkan format numbers: texels, linear format, sRGB format. 0 means that no such format exists.
const NUMBERS: [(Texels, u32, u32); 17] = [
    (Texels::R8, 9, 15),
    (Texels::Rg8, 16, 22),
    (Texels::Rgb8, 23, 29),
    (Texels::Rgba8, 37, 43),
    (Texels::Bgra8, 44, 50),
    (Texels::Rg8Signed, 17, 0),
    (Texels::Rgba8Signed, 38, 0),
    (Texels::Rgba16, 91, 0),
    (Texels::Rgba16Float, 97, 0),
    (Texels::Bc1Opaque, 131, 132),
    (Texels::Bc1, 133, 134),
    (Texels::Bc2, 135, 136),
    (Texels::Bc3, 137, 138),
    (Texels::Bc4, 139, 0),
    (Texels::Bc5, 141, 0),
    (Texels::Bc6h, 143, 0),
    (Texels::Bc7, 145, 146),
];

impl Format {
    /// Returns the format with this Vulkan number.
    pub(crate) fn of_number(number: u32) -> Option<Self> {
        let find = |(texels, linear, srgb): &(Texels, u32, u32)| {
            let is_srgb = *srgb == number;
            (is_srgb || *linear == number).then_some(Self { texels: *texels, srgb: is_srgb })
        };
        NUMBERS.iter().filter(|_| number != 0).find_map(find)
    }

    /// Returns the Vulkan number of the format. If the texels have no sRGB format, returns the number of the linear format.
    pub(crate) fn number(self) -> u32 {
        let [linear, srgb] =
            NUMBERS.iter().find(|row| row.0 == self.texels).map_or([0; 2], |&(_, linear, srgb)| [linear, srgb]);
        if self.srgb && srgb != 0 { srgb } else { linear }
    }
}

impl Texels {
    /// Returns the width and height of a block in pixels, and its size in bytes. Uncompressed texels are blocks of one pixel.
    #[must_use]
    pub const fn block(self) -> (u32, u32) {
        match self {
            Self::R8 => (1, 1),
            Self::Rg8 | Self::Rg8Signed => (1, 2),
            Self::Rgb8 => (1, 3),
            Self::Rgba8 | Self::Bgra8 | Self::Rgba8Signed => (1, 4),
            Self::Rgba16 | Self::Rgba16Float => (1, 8),
            Self::Bc1Opaque | Self::Bc1 | Self::Bc4 => (4, 8),
            Self::Bc2 | Self::Bc3 | Self::Bc5 | Self::Bc6h | Self::Bc7 => (4, 16),
        }
    }

    /// Returns the number of bytes of an image with this width and height in pixels.
    #[must_use]
    pub fn length(self, [width, height]: [u32; 2]) -> u64 {
        let (side, bytes) = self.block();
        let blocks = u64::from(width.div_ceil(side)).saturating_mul(u64::from(height.div_ceil(side)));
        blocks.saturating_mul(u64::from(bytes))
    }
}
