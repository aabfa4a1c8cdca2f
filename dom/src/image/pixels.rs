//! [`Image`]: pixels.

use std::fmt;

use serde::{Serialize, Serializer};

/// An image with 8 bits per channel, not premultiplied.
///
/// Grey and palette images are converted to colours, and images without alpha are opaque. The numbers are those of the file: a
/// colour profile or gamma is not applied, except by [`PngGamma`](super::PngGamma).
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Image {
    /// The width in pixels, at least 1.
    pub width: u32,
    /// The height in pixels, at least 1.
    pub height: u32,
    /// Four bytes per pixel (red, green, blue, alpha), row by row from the top.
    #[serde(serialize_with = "bytes")]
    pub pixels: Vec<u8>,
}

/// Serializes the bytes as bytes, because a list of numbers would be serialized one by one.
fn bytes<S: Serializer>(pixels: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(pixels)
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image of {} x {}", self.width, self.height)
    }
}
