//! [`StoredFontSource`]: a font whose characters are already images.

use serde::Serialize;

use crate::TextureSource;

/// A font whose characters are parts of a texture, as in content files.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StoredFontSource {
    /// The texture that contains all characters.
    pub texture: TextureSource,
    /// The characters in ascending order, without duplicates.
    pub glyphs: Vec<StoredGlyph>,
    /// The distance from one line to the next, in pixels.
    pub line_spacing: i32,
    /// The space between two characters in addition to their bearings, in pixels.
    pub spacing: f32,
    /// The character that is drawn for characters that the font lacks. It is one of the font's characters.
    pub default_character: Option<char>,
}

/// A character of a [`StoredFontSource`]. Rectangles are left, top, width and height in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StoredGlyph {
    /// The character.
    pub character: char,
    /// The character's part of the texture.
    pub bounds: [i32; 4],
    /// The position of `bounds` in the character's cell, and the size of the cell.
    pub cropping: [i32; 4],
    /// Left bearing, width and right bearing in pixels; finite.
    pub kerning: [f32; 3],
}
