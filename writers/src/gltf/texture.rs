//! Textures, as PNG files.

use rigmill_format::{Texture, TextureFormat};
use rigmill_pipeline::{Diagnostic, NoParams, WriteContext, Writer};

use super::check;
use crate::codes;
use crate::written::Written;

/// Writes the first mipmap of a [`Texture`] as PNG, with alpha if a pixel is not opaque. The file has no colour space: in glTF that
/// follows from the use of a texture.
#[derive(Clone, Copy, Debug, Default)]
pub struct PngTextureWriter;

impl Writer for PngTextureWriter {
    type Input = Texture;
    type Params = NoParams;
    const NAME: &'static str = "png";
    const VERSION: u32 = 2;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "png";

    fn write(&self, value: &Texture, _: &NoParams, ctx: &mut WriteContext) -> Written {
        check(value, ctx)?;
        let written = pixels(value).and_then(|pixels| png(value.width, value.height, pixels));
        written.map_err(|error| {
            let message = format!("the texture cannot be written as PNG: {error}");
            ctx.fail(Diagnostic::error(codes::INVALID_CONTENT, message))
        })
    }
}

/// Red, green, blue and alpha of each pixel.
fn pixels(texture: &Texture) -> Result<Vec<u8>, String> {
    let mipmap = texture.mips.first().ok_or("it has no mipmap")?;
    let decode: Decode = match texture.format {
        TextureFormat::Rgba8 => return Ok(mipmap.clone()),
        TextureFormat::Rgba8Signed => return Ok(mipmap.iter().map(|&byte| unsigned(byte)).collect()),
        TextureFormat::Rg8Signed => {
            return Ok(mipmap.chunks_exact(2).flat_map(|it| [unsigned(it[0]), unsigned(it[1]), 255, 255]).collect());
        }
        TextureFormat::Bc1 => bcdec_rs::bc1,
        TextureFormat::Bc2 => bcdec_rs::bc2,
        TextureFormat::Bc3 => bcdec_rs::bc3,
        TextureFormat::Bc7 => bcdec_rs::bc7,
    };
    let bytes = texture.format.block().1 as usize;
    Ok(blocks(mipmap.chunks_exact(bytes), texture.width as usize, texture.height as usize, decode))
}

/// A signed byte as glTF's normal maps have it: -127 (-1) is 0, 127 (1) is 255, to the nearest.
fn unsigned(byte: u8) -> u8 {
    let from_least = i32::from(byte.cast_signed().max(-127)) + 127;
    u8::try_from((from_least * 255 + 127) / 254).unwrap_or(u8::MAX)
}

/// Decodes a block into pixels; the last argument is the bytes from one row to the next.
type Decode = fn(&[u8], &mut [u8], usize);

/// The pixels of blocks of 4 x 4, row by row, without those beyond the edges.
fn blocks<'a>(blocks: impl Iterator<Item = &'a [u8]>, width: usize, height: usize, decode: Decode) -> Vec<u8> {
    let columns = width.div_ceil(4);
    let pitch = columns * 16;
    let mut whole = vec![0; pitch * height.next_multiple_of(4)];
    for (at, block) in blocks.enumerate() {
        if let Some(pixels) = whole.get_mut(at / columns * 4 * pitch + at % columns * 16..) {
            decode(block, pixels, pitch);
        }
    }
    whole.chunks_exact(pitch).take(height).flat_map(|row| &row[..width * 4]).copied().collect()
}

fn png(width: u32, height: u32, mut pixels: Vec<u8>) -> Result<Vec<u8>, String> {
    let opaque = pixels.chunks_exact(4).all(|pixel| pixel[3] == u8::MAX);
    if opaque {
        pixels = pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&pixels).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Colour 0 and colour 1 of a block, and its first four pixels, which have the indices 0 to 3.
    type Case = (TextureFormat, [u16; 2], [[u8; 4]; 4]);

    #[test]
    fn blocks_have_three_colours_in_bc1_alone() {
        const BLUE: u16 = 0x001f;
        const RED: u16 = 0xf800;
        let [blue, red] = [[0, 0, 255, 255], [255, 0, 0, 255]];
        let between = |r, b| [r, 0, b, 255];
        let cases: [Case; 9] = [
            (TextureFormat::Bc1, [RED, BLUE], [red, blue, between(170, 85), between(85, 170)]),
            (TextureFormat::Bc1, [BLUE, RED], [blue, red, between(128, 128), [0; 4]]),
            (TextureFormat::Bc1, [RED, RED], [red, red, red, [0; 4]]),
            (TextureFormat::Bc2, [RED, BLUE], [red, blue, between(170, 85), between(85, 170)]),
            (TextureFormat::Bc2, [BLUE, RED], [blue, red, between(85, 170), between(170, 85)]),
            (TextureFormat::Bc2, [RED, RED], [red; 4]),
            (TextureFormat::Bc3, [RED, BLUE], [red, blue, between(170, 85), between(85, 170)]),
            (TextureFormat::Bc3, [BLUE, RED], [blue, red, between(85, 170), between(170, 85)]),
            (TextureFormat::Bc3, [RED, RED], [red; 4]),
        ];
        for (format, colors, expected) in cases {
            let mut block = colors.map(u16::to_le_bytes).concat();
            block.extend([0b1110_0100; 4]);
            // Two ends of alpha, or eight pixels of it, all opaque.
            let alpha = if format == TextureFormat::Bc2 { [255; 8] } else { [255, 255, 0, 0, 0, 0, 0, 0] };
            let bytes = if format == TextureFormat::Bc1 { block } else { [&alpha[..], &block].concat() };
            let texture = Texture { width: 4, height: 1, format, mips: vec![bytes], ..Texture::default() };
            assert_eq!(pixels(&texture).unwrap(), expected.concat(), "{format:?} {colors:x?}");
        }
    }
}
