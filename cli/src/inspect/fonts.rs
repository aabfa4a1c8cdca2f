//! Fonts, for people and as JSON.

use std::fmt::Write;

use rigmill_format::{ContentType, FontView, Glyph};
use serde::Serialize;

use super::models::texture;
use crate::output::object::object;

/// The characters of a font with their numbers.
pub(super) fn font_table(font: FontView<'_>) -> String {
    let default = font.default_character().map_or_else(|| "none".to_owned(), |it| format!("{it:?}"));
    let mut text = format!(
        "\n{} characters, line spacing {}, spacing {}, default character {default}\n  {:<10} {:<22} {:<22} kerning\n",
        font.len(),
        font.line_spacing(),
        font.spacing(),
        "character",
        "bounds",
        "cropping",
    );
    for Glyph { character, bounds, cropping, kerning: [left, width, right] } in font.glyphs() {
        let rectangle = |[left, top, width, height]: [i32; 4]| format!("{left} {top} {width} {height}");
        let (character, bounds, cropping) = (format!("{character:?}"), rectangle(bounds), rectangle(cropping));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {character:<10} {bounds:<22} {cropping:<22} {left} {width} {right}");
    }
    text
}

/// A font without the pixels of its texture.
pub(super) fn font_json(version: u16, font: FontView<'_>) -> impl Serialize {
    let glyph = |Glyph { character, bounds, cropping, kerning }: Glyph| {
        object! { character: character, bounds: bounds, cropping: cropping, kerning: kerning }
    };
    object! {
        r#type: ContentType::Font.name(),
        content_version: version,
        line_spacing: font.line_spacing(),
        spacing: font.spacing(),
        default_character: font.default_character(),
        glyphs: font.glyphs().map(glyph).collect::<Vec<_>>(),
        texture: texture(<rigmill_format::Texture as rigmill_format::Content>::VERSION, font.texture()),
    }
}
