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
    /// A number that stands for no format.
    #[error("format number {found} is unknown, expected 0 (rgba8), 1 (bc1), 2 (bc3), 3 (bc7) or 4 (bc2)")]
    Format {
        /// The number in the file.
        found: u32,
    },
    /// No level, or more than to 1 x 1.
    #[error("it has {found} levels, expected 1 to {limit}")]
    Levels {
        /// The levels.
        found: u32,
        /// How many there may be at this size.
        limit: u32,
    },
    /// A level that has not as many bytes as its size and format take.
    #[error("level {level} has {found} bytes, expected {expected}")]
    LevelLength {
        /// Which level.
        level: u32,
        /// Its bytes.
        found: u64,
        /// The bytes of its size and format.
        expected: u64,
    },
    /// Levels that together have not as many bytes as their sizes and format take.
    #[error("the levels have {found} bytes, expected {expected}")]
    Length {
        /// Bytes in the file.
        found: u64,
        /// The bytes of all levels' sizes and format.
        expected: u64,
    },
}
