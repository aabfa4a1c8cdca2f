//! [`ImageError`]: the error for a file that cannot be decoded as an image.

use thiserror::Error;

/// An error that prevents decoding an image.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImageError {
    /// The format is not supported.
    #[error("the image is not a PNG, JPEG, WebP, TIFF, GIF, TGA, BMP, DDS, HDR or EXR file{}", found.map(|name| format!(": it is {name}")).unwrap_or_default())]
    Format {
        /// The detected format, if it is known.
        found: Option<&'static str>,
    },
    /// The file is damaged, or uses a feature that the decoder does not support.
    #[error("the {format} image cannot be read: {message}")]
    Malformed {
        /// The format.
        format: &'static str,
        /// The decoder's message.
        message: String,
    },
    /// The file has floats, but eight bits per channel are expected.
    #[error("the image has floating-point pixels, which Rigmill supports only in separate image files")]
    Floats,
    /// The pixels of the DDS file cannot be kept as they are stored.
    #[error("the DDS image has the format {found}, which textures cannot store unchanged")]
    Stored {
        /// The format of the pixels.
        found: String,
    },
    /// The image has no pixels, or too many in a row or column.
    #[error("the image has {width} x {height} pixels, expected 1 to {limit} on each side")]
    Size {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
        /// The maximum width and height.
        limit: u32,
    },
    /// The image has more pixels than allowed for a file of this size, or for any file.
    #[error("the image has {width} x {height} pixels{}, but only {limit} pixels are allowed in a {bytes}-byte file", faces(*images))]
    Pixels {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
        /// The number of images: 1, or the number of faces of a cube map.
        images: u64,
        /// The maximum number of pixels.
        limit: u64,
        /// The size of the file in bytes.
        bytes: u64,
    },
}

/// The part of a message that mentions several images.
fn faces(images: u64) -> String {
    if images == 1 { String::new() } else { format!(" on each of {images} faces") }
}

impl ImageError {
    /// Whether a limit was exceeded, as opposed to an invalid file.
    #[must_use]
    pub const fn is_limit(&self) -> bool {
        matches!(self, Self::Size { .. } | Self::Pixels { .. })
    }
}
