//! [`TextureProblem`]: what is wrong with a texture.

use thiserror::Error;

/// What is wrong with a texture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextureProblem {
    /// A width or height that is zero or too large.
    #[error("it is {width} x {height} pixels, expected 1 to {limit} each way")]
    Size {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// The largest width and height.
        limit: u32,
    },
    /// A number that is no format.
    #[error("format number {0} is unknown, expected 0 (rgba8), 1 (bc1), 2 (bc3), 3 (bc7) or 4 (bc2)")]
    Format(u32),
    /// No mipmap, or more than down to 1 x 1.
    #[error("it has {found} mipmaps, expected 1 to {limit}")]
    Levels {
        /// The number of mipmaps.
        found: u32,
        /// The largest number at this size.
        limit: u32,
    },
    /// A mipmap whose length does not match its size and format.
    #[error("mipmap {level} has {found} bytes, expected {expected}")]
    LevelLength {
        /// Which mipmap.
        level: u32,
        /// Its bytes.
        found: u64,
        /// The bytes of its size and format.
        expected: u64,
    },
    /// Mipmaps whose total length does not match their sizes and format.
    #[error("the mipmaps have {found} bytes, expected {expected}")]
    Length {
        /// Bytes in the file.
        found: u64,
        /// The bytes that all mipmaps need.
        expected: u64,
    },
}
