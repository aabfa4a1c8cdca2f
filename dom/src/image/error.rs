//! [`ImageError`]: why a file gives no image.

use thiserror::Error;

/// Why a file gives no image.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImageError {
    /// It is of no format that is read.
    #[error("the image is not a PNG, JPEG, WebP, TIFF, GIF, TGA, BMP, DDS, HDR or EXR file{}", found.map(|name| format!(": it is {name}")).unwrap_or_default())]
    Format {
        /// What it is instead, where that is known.
        found: Option<&'static str>,
    },
    /// It is damaged, or of a kind that no decoder knows.
    #[error("the {format} image cannot be read: {message}")]
    Malformed {
        /// The format.
        format: &'static str,
        /// What the decoder says.
        message: String,
    },
    /// It has floats, and eight bits a channel are expected.
    #[error("the image has floats, which only a texture of its own can hold")]
    Floats,
    /// It is a DDS file whose pixels cannot be kept as they are.
    #[error("the DDS image has the format {found}, which textures cannot store as it is")]
    Stored {
        /// The format.
        found: String,
    },
    /// It has no pixels, or too many in a row or column.
    #[error("the image has {width} x {height} pixels, expected 1 to {limit} each way")]
    Size {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// The largest width and height.
        limit: u32,
    },
    /// It has too many pixels for a file of its size, or for any.
    #[error("the image has {width} x {height} pixels{}, at most {limit} are allowed in a file of {bytes} bytes", faces(*images))]
    Pixels {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
        /// 1, or the faces of a cube map.
        images: u64,
        /// How many pixels there may be.
        limit: u64,
        /// Bytes of the file.
        bytes: u64,
    },
}

/// What a message says of several images.
fn faces(images: u64) -> String {
    if images == 1 { String::new() } else { format!(" on each of {images} faces") }
}

impl ImageError {
    /// Whether it is a limit that was exceeded, rather than a file that is wrong.
    #[must_use]
    pub const fn is_limit(&self) -> bool {
        matches!(self, Self::Size { .. } | Self::Pixels { .. })
    }
}
