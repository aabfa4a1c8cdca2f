//! [`FontTextureProcessor`]: makes a font from an image of its characters.

use rigmill_dom::{Image, ImageSource};
use rigmill_format::{Font, Glyph};
use rigmill_pipeline::{Diagnostic, ProcessContext, Processor};
use serde::{Deserialize, Serialize};

use super::glyph_image::GlyphImage;
use super::sheet::Sheet;
use crate::codes;
use crate::report::Result;
use crate::texture::{Compression, TextureParams, texture};

rigmill_pipeline::params! {
    /// Parameters of the processor `font-texture`.
    pub struct FontTextureParams {
        /// The first character in the image. The characters in the image must be in Unicode order, without gaps.
        first_character: FirstCharacter = FirstCharacter(' '),
        /// The character that a game shows in place of any character that the font lacks.
        default_character: Option<FirstCharacter> = None,
        /// Extra space between characters, in pixels.
        spacing: i16 = 0,
        /// The texture format. The values are the same as for the `texture` processor's `compression` parameter.
        compression: Compression = Compression::None,
        /// If true, Rigmill multiplies the stored colours by alpha, as XNA 4 and MonoGame do.
        premultiply: bool = true,
    }
}

/// A character in the manifest: a string of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FirstCharacter(char);

impl TryFrom<String> for FirstCharacter {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Ok(Self(character)),
            _ => Err(format!("{text:?} is not one character")),
        }
    }
}

impl From<FirstCharacter> for String {
    fn from(character: FirstCharacter) -> Self {
        character.0.into()
    }
}

/// Makes a [`Font`] from an image. The characters are in rectangular cells surrounded by pure magenta, row by row, as in XNA's
/// `FontTextureProcessor`. The texture contains only the part of each cell that is not transparent.
#[derive(Clone, Copy, Debug, Default)]
pub struct FontTextureProcessor;

/// The colour between the characters.
const MAGENTA: [u8; 4] = [255, 0, 255, 255];

impl Processor for FontTextureProcessor {
    type Input = ImageSource;
    type Output = Font;
    type Params = FontTextureParams;
    const NAME: &'static str = "font-texture";
    const VERSION: u32 = 3;

    fn process(&self, input: &ImageSource, params: &FontTextureParams, ctx: &mut ProcessContext<'_>) -> Result<Font> {
        let made = match input {
            ImageSource::Flat(image) => font(image, params),
            ImageSource::Deep(image) => font(&image.to_bytes(), params),
            other => match other.images() {
                [image] => font(image, params),
                _ => Err("the image is a cube map".to_owned()),
            },
        };
        made.map_err(|problem| {
            let help = "draw each character in a rectangular cell that is surrounded by opaque magenta (255, 0, 255)";
            ctx.fail(Diagnostic::error(codes::FONT_TEXTURE, problem).help(help))
        })
    }
}

fn font(image: &Image, params: &FontTextureParams) -> Result<Font, String> {
    let FirstCharacter(first) = params.first_character;
    let found = characters(image)?;
    let mut glyphs = Vec::new();
    let mut images = Vec::new();
    for (number, part) in found.iter().enumerate() {
        // A range of `char` skips the surrogates.
        let Some(character) = (first..=char::MAX).nth(number) else {
            return Err(format!(
                "the image has {} characters, but Unicode has fewer characters from {first:?} on",
                found.len()
            ));
        };
        let ink = part.ink(image);
        let [width, height] = part.size.map(to_i32);
        let advance = f32::from(u16::try_from(width).unwrap_or(u16::MAX));
        let cropping = [to_i32(ink.left - part.left), to_i32(ink.top - part.top), width, height];
        glyphs.push(Glyph { character, bounds: [0; 4], cropping, kerning: [0.0, advance, 0.0] });
        images.push(ink.image(image));
    }
    let default_character = params.default_character.map(|it| it.0);
    if let Some(default) = default_character.filter(|it| glyphs.iter().all(|glyph| glyph.character != *it)) {
        let count = glyphs.len();
        return Err(format!("the default character {default:?} is not one of the {count} characters in the image"));
    }
    let (sheet, bounds) = Sheet::new(&images).ok_or("the characters do not fit into one texture")?;
    glyphs.iter_mut().zip(bounds).for_each(|(glyph, bounds)| glyph.bounds = bounds);
    let texture_params = TextureParams {
        mips: false,
        srgb: Some(false),
        compression: params.compression,
        premultiply: params.premultiply,
        ..TextureParams::default()
    };
    Ok(Font {
        // As in XNA, this is the height of the tallest character, not of the tallest cell.
        line_spacing: glyphs.iter().map(|glyph| glyph.bounds[3]).max().unwrap_or_default(),
        spacing: params.spacing.into(),
        default_character,
        texture: texture(&sheet.image(), &texture_params),
        glyphs,
    })
}

fn to_i32(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

/// The rectangle of a character in an image, in pixels.
struct Part {
    left: u32,
    top: u32,
    size: [u32; 2],
}

/// Access to the pixels of an image by column and row.
struct Pixels<'a>(&'a Image);

impl Pixels<'_> {
    fn at(&self, x: u32, y: u32) -> [u8; 4] {
        let start = 4 * (y as usize * self.0.width as usize + x as usize);
        self.0.pixels.get(start..).and_then(|rest| rest.first_chunk()).copied().unwrap_or(MAGENTA)
    }

    fn is_between(&self, x: u32, y: u32) -> bool {
        self.at(x, y) == MAGENTA
    }
}

/// Returns the characters of an image, row by row. A character begins at a pixel that has magenta or the edge of the image both
/// to its left and above it.
fn characters(image: &Image) -> Result<Vec<Part>, String> {
    let pixels = Pixels(image);
    let mut found = Vec::new();
    for top in 0..image.height {
        for left in 0..image.width {
            let is_start = !pixels.is_between(left, top)
                && (left == 0 || pixels.is_between(left - 1, top))
                && (top == 0 || pixels.is_between(left, top - 1));
            if is_start {
                found.push(part(&pixels, left, top)?);
            }
        }
    }
    if found.is_empty() {
        return Err("the image has no characters: every pixel is magenta".to_owned());
    }
    if found.len() > rigmill_format::MAX_GLYPHS {
        return Err(format!(
            "the image has {} characters, but at most {} are allowed",
            found.len(),
            rigmill_format::MAX_GLYPHS
        ));
    }
    Ok(found)
}

/// Returns the rectangle that begins at a position.
fn part(pixels: &Pixels<'_>, left: u32, top: u32) -> Result<Part, String> {
    let (width, height) = (pixels.0.width, pixels.0.height);
    let right = (left..width).find(|x| pixels.is_between(*x, top)).unwrap_or(width);
    let bottom = (top..height).find(|y| pixels.is_between(left, *y)).unwrap_or(height);
    let is_outside = |x: u32, y: u32| x >= width || y >= height || pixels.is_between(x, y);
    let sides_are_clear = (top..bottom).all(|y| is_outside(right, y)) && (left..right).all(|x| is_outside(x, bottom));
    if !sides_are_clear || (top..bottom).any(|y| (left..right).any(|x| pixels.is_between(x, y))) {
        return Err(format!("the cell of the character at x = {left}, y = {top} is not a rectangle"));
    }
    if (left, top, right, bottom) == (0, 0, width, height) {
        return Err("the image has no magenta between its characters".to_owned());
    }
    Ok(Part { left, top, size: [right - left, bottom - top] })
}

impl Part {
    /// Returns the smallest rectangle with all pixels that are not fully transparent. If all are transparent, this is the last
    /// pixel, as in XNA.
    fn ink(&self, image: &Image) -> Self {
        let pixels = Pixels(image);
        let [right, bottom] = [self.left + self.size[0], self.top + self.size[1]];
        let is_ink = |x: u32, y: u32| pixels.at(x, y)[3] > 0;
        let has_ink = |y: &u32| (self.left..right).any(|x| is_ink(x, *y));
        let (Some(top), Some(last)) = ((self.top..bottom).find(has_ink), (self.top..bottom).rfind(has_ink)) else {
            return Self { left: right - 1, top: bottom - 1, size: [1, 1] };
        };
        let is_column = |x: &u32| (top..=last).any(|y| is_ink(*x, y));
        let left = (self.left..right).find(is_column).unwrap_or(self.left);
        let end = (left..right).rfind(is_column).unwrap_or(left);
        Self { left, top, size: [end - left + 1, last - top + 1] }
    }

    fn image(&self, image: &Image) -> GlyphImage {
        let pixels = Pixels(image);
        let rows = self.top..self.top + self.size[1];
        let row = |y: u32| (self.left..self.left + self.size[0]).map(move |x| (x, y));
        GlyphImage { size: self.size, pixels: rows.flat_map(row).map(|(x, y)| pixels.at(x, y)).collect() }
    }
}
