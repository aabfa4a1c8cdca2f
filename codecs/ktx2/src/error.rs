//! [`Error`]: why a file gives no texture.

use thiserror::Error;

/// Why a file gives no texture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// It is damaged, or no KTX 2.0 file.
    #[error("the KTX2 file cannot be read: {0}")]
    Malformed(String),
    /// It has texels that a GPU takes only after they were converted, or a shape that is not read.
    #[error("the KTX2 file has {0}, which is not read")]
    Unsupported(String),
    /// It has no pixels, or too many.
    #[error(
        "the texture has {width} x {height} pixels on {faces} faces, at most {limit} are allowed in a file of {bytes} bytes"
    )]
    Pixels {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// 1, or 6 of a cube map.
        faces: u32,
        /// How many pixels there may be.
        limit: u64,
        /// Bytes of the file.
        bytes: u64,
    },
}
