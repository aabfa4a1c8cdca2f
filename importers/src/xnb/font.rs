//! Converts XNA's fonts.

use rigmill_codec_xnb::SpriteFont;
use rigmill_dom::{StoredFontSource, StoredGlyph};
use rigmill_pipeline::Diagnostic;

use super::problems::invalid;
use super::texture;
use crate::report::Result;

/// Converts a font. The rectangles must be within the texture, and the characters must be in ascending order, because games
/// find them by binary search.
pub(super) fn source(font: SpriteFont, warnings: &mut Vec<Diagnostic>) -> Result<StoredFontSource> {
    let SpriteFont { characters, line_spacing, spacing, default_character, .. } = font;
    if let Some(at) = characters.windows(2).position(|pair| pair[0] >= pair[1]) {
        return Err(invalid(format!(
            "the characters of a font are not in ascending order: {:?} does not come after the previous character",
            characters[at + 1]
        )));
    }
    if let Some(default) = default_character.filter(|it| characters.binary_search(it).is_err()) {
        return Err(invalid(format!("the font does not contain its default character {default:?}")));
    }
    let texture = texture::flat(font.texture, warnings)?;
    let numbers = font.glyphs.into_iter().zip(font.cropping).zip(font.kerning);
    let glyph = |(character, ((bounds, cropping), kerning))| StoredGlyph { character, bounds, cropping, kerning };
    let glyphs: Vec<StoredGlyph> = characters.into_iter().zip(numbers).map(glyph).collect();
    let is_within = |[left, top, width, height]: [i32; 4]| {
        let ends = |start: i32, length: i32, side: u32| {
            start >= 0 && length >= 0 && i64::from(start) + i64::from(length) <= i64::from(side)
        };
        ends(left, width, texture.width) && ends(top, height, texture.height)
    };
    if let Some(glyph) = glyphs.iter().find(|glyph| !is_within(glyph.bounds)) {
        return Err(invalid(format!("the character {:?} is outside the texture of the font", glyph.character)));
    }
    Ok(StoredFontSource { texture, glyphs, line_spacing, spacing, default_character })
}
