//! [`GlyphImage`]: the pixels of a character.

/// The image of a character. Each pixel is red, green, blue, alpha; the rows go from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GlyphImage {
    /// The width and height in pixels, at least 1.
    pub(super) size: [u32; 2],
    pub(super) pixels: Vec<[u8; 4]>,
}

impl GlyphImage {
    /// Returns the image of a blank in a texture: one transparent pixel, as in XNA's fonts.
    pub(super) fn blank() -> Self {
        Self { size: [1, 1], pixels: vec![[0; 4]] }
    }
}
