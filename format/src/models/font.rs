//! A font contains a texture with an image of each character, and the measurements that are needed to place characters
//! in a line of text.
//!
//! A font file has these sections, in this order:
//!
//! | id     | element type           | contents                                  |
//! |--------|------------------------|-------------------------------------------|
//! | `FONT` | font header, 12 bytes  | the font header                           |
//! | `GLYF` | glyph record, 48 bytes | one record per character, at most 65,536  |
//! | `TEXR` | u8                     | a complete texture file (content type 10) |
//!
//! ### Font: header
//!
//! | offset | type | field             | value |
//! |-------:|------|-------------------|------------|
//! |      0 | i32  | line spacing      | the distance from one line to the next, in pixels |
//! |      4 | f32  | spacing           | the additional space between two characters, in pixels; finite |
//! |      8 | u32  | default character | the character in `GLYF` that replaces missing characters; 2^32 - 1 if there is none |
//!
//! ### Font: glyph record
//!
//! All positions and sizes in a glyph record are in pixels.
//!
//! | offset | type    | field     | value |
//! |-------:|---------|-----------|------------|
//! |      0 | u32     | character | the character, as a Unicode scalar value |
//! |      4 | 4 x i32 | bounds    | the left, top, width and height of the character's image in the texture; the rectangle must lie inside the texture |
//! |     20 | 4 x i32 | cropping  | the left and top position of the character's image in its cell, then the cell's width and height |
//! |     36 | 3 x f32 | kerning   | the character's left side bearing, width and right side bearing; finite |
//!
//! ### Font: rules
//!
//! The glyphs are sorted by character in ascending order. No two glyphs have the same character.

use bytemuck::{Pod, Zeroable};

use super::texture::{Texture, TextureView};
use crate::error::{ensure, invalid};
use crate::layout::numbers::all_finite;
use crate::layout::{One, Rules, getters, sections};
use crate::{Content, EncodeError, InvalidContent};

/// The maximum number of characters.
pub const MAX_GLYPHS: usize = 65_536;

/// The characters of a font as parts of a texture, with the measurements that place them in a text.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Font {
    /// The characters in ascending order, at most [`MAX_GLYPHS`].
    pub glyphs: Vec<Glyph>,
    /// The distance from one line to the next, in pixels.
    pub line_spacing: i32,
    /// The space between two characters in addition to their bearings, in pixels.
    pub spacing: f32,
    /// The character that is drawn for characters that the font lacks.
    pub default_character: Option<char>,
    /// The texture that contains all characters.
    pub texture: Texture,
}

/// A character of a font. All numbers are in pixels; rectangles are left, top, width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Glyph {
    /// The character.
    pub character: char,
    /// The character's part of the texture.
    pub bounds: [i32; 4],
    /// Left and top are the position of `bounds` in the character's cell. Width and height are the size of the cell.
    pub cropping: [i32; 4],
    /// Left bearing, width and right bearing: how far the pen moves before, within and after the character.
    pub kerning: [f32; 3],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct FontHeader {
    line_spacing: i32,
    spacing: f32,
    default_character: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct GlyphRecord {
    character: u32,
    bounds: [i32; 4],
    cropping: [i32; 4],
    kerning: [f32; 3],
}

const NO_CHARACTER: u32 = u32::MAX;

sections! {
    /// A font read from the bytes of its file.
    #[derive(Debug)]
    Font, version 1 => FontView, FontLayout, Tables;
    header b"FONT": FontHeader,
    b"GLYF" records: [GlyphRecord],
    b"TEXR" texture: [u8],
}

impl Tables {
    fn new(font: &Font) -> Result<Self, EncodeError> {
        let header = FontHeader {
            line_spacing: font.line_spacing,
            spacing: font.spacing,
            default_character: font.default_character.map_or(NO_CHARACTER, u32::from),
        };
        let record = |&Glyph { character, bounds, cropping, kerning }: &Glyph| GlyphRecord {
            character: character.into(),
            bounds,
            cropping,
            kerning,
        };
        let records = font.glyphs.iter().map(record).collect();
        Ok(Self { header: One(header), records, texture: font.texture.encode()? })
    }
}

impl GlyphRecord {
    fn glyph(&self) -> Glyph {
        let Self { character, bounds, cropping, kerning } = *self;
        Glyph { character: char::from_u32(character).unwrap_or_default(), bounds, cropping, kerning }
    }

    fn check(&self, size: [u32; 2]) -> Result<(), InvalidContent> {
        let character =
            char::from_u32(self.character).ok_or_else(|| invalid!("{:#x} is not a character", self.character))?;
        let [left, top, width, height] = self.bounds;
        let is_within = |start: i32, length: i32, side: u32| {
            start >= 0 && length >= 0 && i64::from(start) + i64::from(length) <= i64::from(side)
        };
        ensure!(
            is_within(left, width, size[0]) && is_within(top, height, size[1]),
            "{character:?} is at {:?} (left, top, width, height), outside the texture of {} x {} pixels",
            self.bounds,
            size[0],
            size[1]
        );
        ensure!(all_finite(&self.kerning), "a bearing or the width of {character:?} is not finite");
        Ok(())
    }
}

impl<'a> FontView<'a> {
    getters! { self:
        /// The distance from one line to the next, in pixels.
        line_spacing: i32 = self.header.line_spacing;
        /// The space between two characters in addition to their bearings, in pixels.
        spacing: f32 = self.header.spacing;
        /// The character that is drawn for characters that the font lacks.
        default_character: Option<char> = char::from_u32(self.header.default_character);
        /// The number of characters.
        len: usize = self.records.len();
        /// Whether there are no characters.
        is_empty: bool = self.records.is_empty();
        /// The texture that contains all characters. Each call checks it again.
        texture: TextureView<'a> = TextureView::of_checked(self.texture);
        /// A copy that owns its characters and texture.
        to_owned: Font = Font {
            glyphs: self.glyphs().collect(),
            line_spacing: self.line_spacing(),
            spacing: self.spacing(),
            default_character: self.default_character(),
            texture: self.texture().to_owned(),
        };
    }

    /// The characters in ascending order.
    pub fn glyphs(&self) -> impl ExactSizeIterator<Item = Glyph> + use<'a> {
        self.records.iter().map(GlyphRecord::glyph)
    }

    /// The glyph of a character; `None` if the font lacks it.
    #[must_use]
    pub fn glyph(&self, character: char) -> Option<Glyph> {
        let index = self.records.binary_search_by_key(&u32::from(character), |record| record.character).ok()?;
        self.records.get(index).map(GlyphRecord::glyph)
    }

    /// The glyph of a character, or of the default character if the font lacks it. `None` if there is no default character
    /// either.
    #[must_use]
    pub fn glyph_or_default(&self, character: char) -> Option<Glyph> {
        self.glyph(character).or_else(|| self.glyph(self.default_character()?))
    }
}

impl Rules for FontView<'_> {
    const PREFIX: Option<&'static str> = Some("the font is not valid");

    fn check(&self) -> Result<(), InvalidContent> {
        let texture = TextureView::check_inside(self.texture);
        let texture = texture.map_err(|error| invalid!("its texture is not valid: {error}"))?;
        let found = self.len();
        ensure!(found <= MAX_GLYPHS, "it has {found} characters, but at most {MAX_GLYPHS} are allowed");
        let spacing = self.spacing();
        ensure!(spacing.is_finite(), "the spacing is {spacing}, expected a finite number");
        for record in self.records {
            record.check(texture)?;
        }
        if let Some(at) = self.records.windows(2).position(|pair| pair[0].character >= pair[1].character) {
            let character = self.records[at + 1].glyph().character;
            return Err(invalid!("{character:?} does not follow the previous character"));
        }
        let stored = self.header.default_character;
        let has_default = self.default_character().is_some_and(|character| self.glyph(character).is_some());
        ensure!(stored == NO_CHARACTER || has_default, "the default character {stored:#x} is not in the font");
        Ok(())
    }
}
