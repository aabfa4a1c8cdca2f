//! [`Error`]: why a file cannot be read or written.

use thiserror::Error;

/// Why a file cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is damaged, or is not a KTX 2.0 file.
    #[error("the KTX2 file cannot be read: {0}")]
    Malformed(String),
    /// The file is valid, but its texels need conversion before a GPU can use them, or its shape is not supported.
    #[error("the KTX2 file has {0}, which Rigmill does not support")]
    Unsupported(String),
    /// The texture has no pixels, or too many.
    #[error(
        "the texture has {width} x {height} pixels on each of its faces ({faces}), but only {limit} pixels are allowed in a {bytes}-byte file"
    )]
    Pixels {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
        /// The number of faces: 1, or 6 for a cube map.
        faces: u32,
        /// The maximum number of pixels for a file of this size.
        limit: u64,
        /// The size of the file in bytes.
        bytes: u64,
    },
}
