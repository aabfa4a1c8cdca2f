//! Writes fonts in the form that XNA's `SpriteFontReader` reads.

use rigmill_codec_xnb::{SpriteFont, Value};
use rigmill_format::{Font, Texture};
use rigmill_pipeline::{Diagnostic, WriteContext, Writer};

use super::encoding::encoded;
use super::params::XnbWriterParams;
use super::texture::{Shape, broken_rule, texture_2d};
use crate::codes;
use crate::written::Written;

/// Writes a [`Font`] as the `.xnb` file of a `SpriteFont`.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbFontWriter;

impl Writer for XnbFontWriter {
    type Input = Font;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, value: &Font, params: &XnbWriterParams, ctx: &mut WriteContext) -> Written {
        if let Some((rule, _)) = broken_rule(&Shape::new(&value.texture), params.profile) {
            let Texture { width, height, .. } = value.texture;
            let message = format!("XNA will not load the font's texture of {width} x {height} pixels: {rule}");
            let help = "use a smaller size, fewer characters, or `compression = \"none\"`";
            ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help(help));
        }
        let beyond = value.glyphs.iter().find(|glyph| glyph.character.len_utf16() > 1);
        if let Some(glyph) = beyond {
            let message = format!("XNA does not support the character {:?}: it is above U+FFFF", glyph.character);
            let help = "remove the character from the font for this target";
            return Err(ctx.fail(Diagnostic::error(codes::CONTENT_LOST, message).help(help)));
        }
        let font = SpriteFont {
            texture: texture_2d(&value.texture, ctx)?,
            glyphs: value.glyphs.iter().map(|glyph| glyph.bounds).collect(),
            cropping: value.glyphs.iter().map(|glyph| glyph.cropping).collect(),
            characters: value.glyphs.iter().map(|glyph| glyph.character).collect(),
            line_spacing: value.line_spacing,
            spacing: value.spacing,
            kerning: value.glyphs.iter().map(|glyph| glyph.kerning).collect(),
            default_character: value.default_character,
        };
        encoded(params.platform, params.profile, Value::SpriteFont(font.into()), Vec::new(), ctx)
    }
}
