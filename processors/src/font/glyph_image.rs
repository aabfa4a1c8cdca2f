//! [`GlyphImage`]: a character as pixels.

/// The image of a character: red, green, blue, alpha, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GlyphImage {
    /// Pixels, at least 1.
    pub(super) size: [u32; 2],
    pub(super) pixels: Vec<[u8; 4]>,
}

impl GlyphImage {
    /// What a blank has in a texture: a transparent pixel, as in XNA's fonts.
    pub(super) fn blank() -> Self {
        Self { size: [1, 1], pixels: vec![[0; 4]] }
    }
}
