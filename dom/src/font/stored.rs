//! [`StoredFontSource`]: a font whose characters are images already.

use serde::Serialize;

use crate::TextureSource;

/// A font whose characters are parts of a texture, as content files hold it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StoredFontSource {
    /// The image of all characters.
    pub texture: TextureSource,
    /// Ascending, none twice.
    pub glyphs: Vec<StoredGlyph>,
    /// Pixels from a line to the next.
    pub line_spacing: i32,
    /// Pixels between two characters, in addition to their bearings.
    pub spacing: f32,
    /// One of the characters, which stands for those that the font lacks.
    pub default_character: Option<char>,
}

/// A character of a [`StoredFontSource`]. Rectangles are left, top, width and height in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StoredGlyph {
    /// The character.
    pub character: char,
    /// Its part of the texture.
    pub bounds: [i32; 4],
    /// Where `bounds` are in the character's cell, and the cell's size.
    pub cropping: [i32; 4],
    /// Left side bearing, width, right side bearing, in pixels; finite.
    pub kerning: [f32; 3],
}
