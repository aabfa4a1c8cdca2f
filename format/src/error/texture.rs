//! [`TextureProblem`]: errors in a texture.

use thiserror::Error;

/// An error in a texture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextureProblem {
    /// A width or height that is zero or too large.
    #[error("it has {width} x {height} pixels, expected 1 to {limit} on each side")]
    Size {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
        /// The maximum width and height.
        limit: u32,
    },
    /// An unknown format.
    #[error(
        "format number {0} is unknown, expected 0 (rgba8), 1 (bc1), 2 (bc3), 3 (bc7), 4 (bc2), 5 (rgba8s) or 6 (rg8s)"
    )]
    Format(u32),
    /// No mipmaps, or more mipmaps than down to 1 x 1.
    #[error("it has {found} mipmaps, expected 1 to {limit}")]
    Levels {
        /// The number of mipmaps.
        found: u32,
        /// The maximum number at this size.
        limit: u32,
    },
    /// A face of a cube map whose number of mipmaps differs from that of the first face.
    #[error("a face has {found} mipmaps, expected {expected}, like the first face")]
    FaceLevels {
        /// The number of mipmaps.
        found: u32,
        /// The number of mipmaps of the first face.
        expected: u32,
    },
    /// A mipmap whose length does not match its size and format.
    #[error("mipmap {level} has {found} bytes, expected {expected}")]
    LevelLength {
        /// The index of the mipmap.
        level: u32,
        /// The number of bytes of the mipmap.
        found: u64,
        /// The number of bytes for its size and format.
        expected: u64,
    },
    /// Mipmaps whose total length does not match their sizes and format.
    #[error("the mipmaps have {found} bytes, expected {expected}")]
    Length {
        /// The number of bytes in the file.
        found: u64,
        /// The number of bytes that all mipmaps need.
        expected: u64,
    },
}
