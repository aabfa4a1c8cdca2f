//! [`Ktx2`]: what a file holds.

use crate::Format;

/// A texture or a cube map with its mipmaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ktx2 {
    /// How the texels are stored.
    pub format: Format,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The mipmaps of one image, or of the faces +x, -x, +y, -y, +z and -z; the largest first, the same number of each. Rows go
    /// from the top down.
    pub faces: Vec<Vec<Vec<u8>>>,
}

/// Width and height of a mipmap; 0 is the largest.
pub(crate) fn mip_size([width, height]: [u32; 2], level: u32) -> [u32; 2] {
    [width, height].map(|side| side.checked_shr(level).unwrap_or(0).max(1))
}
