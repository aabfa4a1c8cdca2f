//! [`GlyphQuads`]: the positions at which the characters of a text are drawn.

use std::str::CharIndices;

use rigmill_format::{FontView, Glyph};

use super::error::TextError;
use super::pen::{Pen, to_f32};

/// A character of a text: a rectangle of the texture, and the position at which to draw it without scaling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlyphQuad {
    /// The byte offset of the character in the text.
    pub at: usize,
    /// The character that is drawn: the character of the text, or the font's default character.
    pub character: char,
    /// The top-left corner in pixels, relative to the top-left corner of the text. y points down.
    pub position: [f32; 2],
    /// Left, top, width and height in the texture, in pixels.
    pub bounds: [i32; 4],
}

/// An iterator over the visible characters of a text, in order. See [`Font::layout`](crate::content::Font::layout).
///
/// It ends after the first error: a character that the font lacks, if the font has no default character.
pub struct GlyphQuads<'a> {
    characters: CharIndices<'a>,
    pen: Pen<'a>,
}

impl<'a> GlyphQuads<'a> {
    pub(super) fn new(font: FontView<'a>, text: &'a str) -> Self {
        Self { characters: text.char_indices(), pen: Pen::new(font) }
    }

    fn quad(&self, at: usize, glyph: &Glyph) -> GlyphQuad {
        let [left, top] = [glyph.cropping[0], glyph.cropping[1]].map(to_f32);
        GlyphQuad {
            at,
            character: glyph.character,
            position: [self.pen.start + left, self.pen.y + top],
            bounds: glyph.bounds,
        }
    }
}

impl Iterator for GlyphQuads<'_> {
    type Item = Result<GlyphQuad, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (at, character) = self.characters.next()?;
            match self.pen.place(at, character) {
                Ok(None) => {}
                Ok(Some(glyph)) => return Some(Ok(self.quad(at, &glyph))),
                Err(error) => {
                    self.characters = "".char_indices();
                    return Some(Err(error));
                }
            }
        }
    }
}
