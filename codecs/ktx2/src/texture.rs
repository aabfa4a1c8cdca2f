//! [`Ktx2`]: the content of a file.

use crate::Format;

/// A texture or a cube map with its mipmaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ktx2 {
    /// The storage format of the texels.
    pub format: Format,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The mipmaps of one image, or of the six faces +x, -x, +y, -y, +z and -z. Each face has the same number of mipmaps,
    /// largest first. Rows are stored from top to bottom.
    pub faces: Vec<Vec<Vec<u8>>>,
}

/// Returns the width and height of a mipmap. Level 0 is the largest.
pub(crate) fn mip_size([width, height]: [u32; 2], level: u32) -> [u32; 2] {
    [width, height].map(|side| side.checked_shr(level).unwrap_or(0).max(1))
}
