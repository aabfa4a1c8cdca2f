//! [`StoredFontProcessor`]: fonts whose characters are already images.

use rigmill_dom::{StoredFontSource, StoredGlyph};
use rigmill_format::{Font, Glyph};
use rigmill_pipeline::{ProcessContext, Processor};

use crate::report::Result;
use crate::texture::stored_texture;

rigmill_pipeline::params! {
    /// Parameters of the processor `sprite-font` for fonts that already consist of images.
    pub struct StoredFontParams {
        /// If true, the colours are sRGB, and the GPU converts them to linear colours when it reads the texture.
        srgb: bool = false,
    }
}

/// Turns a [`StoredFontSource`] into a [`Font`] with the same characters and pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoredFontProcessor;

impl Processor for StoredFontProcessor {
    type Input = StoredFontSource;
    type Output = Font;
    type Params = StoredFontParams;
    const NAME: &'static str = "sprite-font";
    const VERSION: u32 = 1;

    fn process(&self, input: &StoredFontSource, params: &StoredFontParams, _: &mut ProcessContext<'_>) -> Result<Font> {
        let glyph = |&StoredGlyph { character, bounds, cropping, kerning }: &StoredGlyph| Glyph {
            character,
            bounds,
            cropping,
            kerning,
        };
        Ok(Font {
            glyphs: input.glyphs.iter().map(glyph).collect(),
            line_spacing: input.line_spacing,
            spacing: input.spacing,
            default_character: input.default_character,
            texture: stored_texture(&input.texture, params.srgb),
        })
    }
}
