//! [`Pixels`]: a level before it is rounded.

use super::colors::{Colors, Pixel};

/// A level of a texture, row by row from the top.
pub(super) struct Pixels {
    pub(super) size: [u32; 2],
    pub(super) pixels: Vec<Pixel>,
}

impl Pixels {
    pub(super) fn to_bytes(&self, colors: &Colors) -> Vec<u8> {
        self.pixels.iter().flat_map(|&pixel| colors.bytes(pixel)).collect()
    }
}
