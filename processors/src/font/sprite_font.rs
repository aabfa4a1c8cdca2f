//! [`SpriteFontProcessor`]: makes a font from outlines.

use rigmill_dom::{FontSource, GlyphSource};
use rigmill_format::{Font, Glyph, Texture, TextureFormat};
use rigmill_pipeline::{Diagnostic, ProcessContext, Processor};
use serde::{Deserialize, Serialize};

use super::dxt3;
use super::glyph_image::GlyphImage;
use super::raster::{rasterize, to_f32, whole};
use super::sheet::Sheet;
use crate::codes;
use crate::report::Result;

rigmill_pipeline::params! {
    /// Parameters of the processor `sprite-font`.
    pub struct SpriteFontParams {
        /// The texture format: "none" or "bc2". "none" takes 4 bytes per pixel. "bc2" takes one byte per pixel, but
        /// allows only four alpha values at the edges of characters. XNA uses "bc2" for fonts, and calls it DXT3.
        compression: FontCompression = FontCompression::None,
        /// If true, Rigmill multiplies the white colour of the characters by alpha, as XNA 4 and MonoGame do.
        premultiply: bool = true,
    }
}

/// The storage format of a font's pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FontCompression {
    /// 4 bytes per pixel.
    #[default]
    None,
    /// BC2 (DXT3): one byte per pixel.
    Bc2,
}

/// Rasterizes a [`FontSource`] to a [`Font`]: white characters with anti-aliased edges, packed into a texture.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpriteFontProcessor;

/// The rounding error of the sum of a font's heights, in pixels. A smaller fraction does not need another row of pixels.
const ROUNDING: f32 = 1.0 / 256.0;
/// The maximum number of pixels in all characters together.
const MAX_PIXELS: usize = 16 << 20;

impl Processor for SpriteFontProcessor {
    type Input = FontSource;
    type Output = Font;
    type Params = SpriteFontParams;
    const NAME: &'static str = "sprite-font";
    const VERSION: u32 = 1;

    fn process(&self, input: &FontSource, params: &SpriteFontParams, ctx: &mut ProcessContext<'_>) -> Result<Font> {
        font(input, params).ok_or_else(|| {
            let help = "reduce `Size`, or list fewer characters in `CharacterRegions`";
            let message = "the characters of the font do not fit into one texture";
            ctx.fail(Diagnostic::error(codes::FONT_TOO_LARGE, message).help(help))
        })
    }
}

/// Makes the font; `None` if the characters are too large for a texture.
fn font(input: &FontSource, params: &SpriteFontParams) -> Option<Font> {
    let line = Line::new(input);
    let (mut glyphs, mut images) = (Vec::new(), Vec::new());
    let mut pixels_left = MAX_PIXELS;
    for source in &input.glyphs {
        let (glyph, image) = line.glyph(source, params.premultiply);
        pixels_left = pixels_left.checked_sub(image.pixels.len())?;
        glyphs.push(glyph);
        images.push(image);
    }
    let (sheet, bounds) = Sheet::new(&images)?;
    glyphs.iter_mut().zip(bounds).for_each(|(glyph, bounds)| glyph.bounds = bounds);
    Some(Font {
        glyphs,
        line_spacing: line.spacing,
        spacing: input.spacing,
        default_character: input.default_character,
        texture: texture(&sheet, params),
    })
}

fn texture(sheet: &Sheet, params: &SpriteFontParams) -> Texture {
    let (format, pixels) = match params.compression {
        FontCompression::None => (TextureFormat::Rgba8, sheet.bytes()),
        FontCompression::Bc2 => (TextureFormat::Bc2, dxt3::encode(sheet, params.premultiply)),
    };
    // Coverage is linear, not sRGB.
    Texture { width: sheet.size[0], height: sheet.size[1], format, srgb: false, mips: vec![pixels] }
}

/// The measurements of a line of text, in pixels.
struct Line {
    /// The distance from one line to the next: the height of the font and its line gap, rounded up as in XNA.
    spacing: i32,
    /// The distance from the top of the line to the baseline.
    baseline: i32,
    use_kerning: bool,
}

impl Line {
    fn new(font: &FontSource) -> Self {
        Self {
            spacing: whole(libm::ceilf(font.ascent + font.descent + font.line_gap - ROUNDING)),
            baseline: whole(libm::roundf(font.ascent)),
            use_kerning: font.use_kerning,
        }
    }

    /// Returns a character (its rectangle in the texture is not set yet) and its image.
    fn glyph(&self, source: &GlyphSource, premultiply: bool) -> (Glyph, GlyphImage) {
        let advance = libm::roundf(source.advance);
        let character = source.character;
        let Some(coverage) = rasterize(&source.outline) else {
            let kerning = if self.use_kerning { [0.0, 1.0, advance - 1.0] } else { [0.0, advance, 0.0] };
            let glyph = Glyph { character, bounds: [0; 4], cropping: [0, 0, 1, self.spacing], kerning };
            return (glyph, GlyphImage::blank());
        };
        let width = i32::try_from(coverage.size[0]).unwrap_or(i32::MAX);
        let [left, middle] = [to_f32(coverage.left), to_f32(width)];
        let kerning = if self.use_kerning { [left, middle, advance - left - middle] } else { [0.0, middle, 0.0] };
        let glyph = Glyph {
            character,
            bounds: [0; 4],
            cropping: [0, self.baseline - coverage.top, width, self.spacing],
            kerning,
        };
        let white = |alpha| if premultiply { [alpha; 4] } else { [255, 255, 255, alpha] };
        let pixels = coverage.values.into_iter().map(white).collect();
        (glyph, GlyphImage { size: coverage.size, pixels })
    }
}
