//! [`Image`]: pixels.

use std::fmt;

use serde::{Serialize, Serializer};

/// An image: 8 bits a channel, not premultiplied.
///
/// Grey images and palettes become colours, and what has no alpha is opaque. The numbers are those of the file: what its colour
/// profile or gamma says is not applied.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Image {
    /// Pixels, at least 1.
    pub width: u32,
    /// Pixels, at least 1.
    pub height: u32,
    /// Bytes red, green, blue, alpha for each pixel, row by row from the top.
    #[serde(serialize_with = "bytes")]
    pub pixels: Vec<u8>,
}

/// Bytes at once: a list of numbers would be serialised one by one.
fn bytes<S: Serializer>(pixels: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(pixels)
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image of {} x {}", self.width, self.height)
    }
}
