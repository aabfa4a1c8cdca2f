//! Measures and lays out texts in a loaded font.
//!
//! The rules are those of XNA's SpriteFont and SpriteBatch. A character's bearings move the pen, except that the first
//! character of a line does not extend to the left of the line. `\n` starts a line, `\r` is ignored, and every other character
//! needs a glyph. None of these functions allocates memory.

mod error;
mod layout;
mod pen;

pub use error::TextError;
pub use layout::{GlyphQuad, GlyphQuads};
pub use rigmill_format::Glyph;

use crate::content::Font;
use pen::Pen;

impl Font {
    /// The width and height of a text in pixels; 0, 0 for an empty text.
    ///
    /// # Errors
    /// The font has neither a character of the text nor a default character.
    pub fn measure(&self, text: &str) -> Result<[f32; 2], TextError> {
        if text.is_empty() {
            return Ok([0.0; 2]);
        }
        let mut pen = Pen::new(self.view());
        let mut width = 0.0_f32;
        for (at, character) in text.char_indices() {
            if let Some(glyph) = pen.place(at, character)? {
                // A negative right bearing does not make a line narrower.
                let [_, own_width, right] = glyph.kerning;
                width = width.max(pen.start + own_width + right.max(0.0));
            }
        }
        Ok([width, pen.y + pen.line_height])
    }

    /// Lays out a text: returns its visible characters in order, each with its part of the texture and its position.
    #[must_use]
    pub fn layout<'a>(&'a self, text: &'a str) -> GlyphQuads<'a> {
        GlyphQuads::new(self.view(), text)
    }
}
