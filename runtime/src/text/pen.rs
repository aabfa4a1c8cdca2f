//! [`Pen`]: the position of the next character of a text.

use rigmill_format::{FontView, Glyph};

use super::error::TextError;

/// A pen that moves along a text. y points down from the top of the first line.
pub(super) struct Pen<'a> {
    font: FontView<'a>,
    /// The end of the last character, including its right bearing.
    pub(super) x: f32,
    /// The top of the line.
    pub(super) y: f32,
    /// The start of the last character, including its left bearing.
    pub(super) start: f32,
    /// The height of the line: the height of its highest character, but at least the font's line height.
    pub(super) line_height: f32,
    is_first: bool,
}

impl<'a> Pen<'a> {
    pub(super) fn new(font: FontView<'a>) -> Self {
        let line_height = to_f32(font.line_spacing());
        Self { font, x: 0.0, y: 0.0, start: 0.0, line_height, is_first: true }
    }

    /// Moves past the character at byte `at` of the text. `None` if the character ends a line or is ignored.
    pub(super) fn place(&mut self, at: usize, character: char) -> Result<Option<Glyph>, TextError> {
        match character {
            '\r' => return Ok(None),
            '\n' => {
                let spacing = to_f32(self.font.line_spacing());
                (self.x, self.y, self.line_height, self.is_first) = (0.0, self.y + spacing, spacing, true);
                return Ok(None);
            }
            _ => {}
        }
        let missing = || TextError::MissingCharacter { character, at };
        let glyph = self.font.glyph_or_default(character).ok_or_else(missing)?;
        let [left, width, right] = glyph.kerning;
        self.start = if self.is_first { left.max(0.0) } else { self.x + (self.font.spacing() + left) };
        self.x = self.start + width + right;
        self.line_height = self.line_height.max(to_f32(glyph.cropping[3]));
        self.is_first = false;
        Ok(Some(glyph))
    }
}

#[expect(clippy::cast_precision_loss, reason = "pixels; rounding to f32 is what XNA does")]
pub(super) fn to_f32(pixels: i32) -> f32 {
    pixels as f32
}
