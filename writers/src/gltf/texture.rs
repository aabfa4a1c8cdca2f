//! Textures, as PNG files.

use half::f16;
use png::BitDepth;
use rigmill_format::Texture;
use rigmill_pipeline::{Diagnostic, NoParams, WriteContext, Writer};

use super::check;
use crate::codes;
use crate::texels::Texels;
use crate::written::Written;

/// Writes the first mipmap of a [`Texture`] as PNG, with alpha if any pixel is not opaque. The file states no colour space: in
/// glTF, the colour space depends on the use of the texture. Textures with more than 8 bits per channel become 16-bit PNGs.
/// Numbers outside 0 to 1 are clamped, with a warning.
#[derive(Clone, Copy, Debug, Default)]
pub struct PngTextureWriter;

impl Writer for PngTextureWriter {
    type Input = Texture;
    type Params = NoParams;
    const NAME: &'static str = "png";
    const VERSION: u32 = 3;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "png";

    fn write(&self, value: &Texture, _: &NoParams, ctx: &mut WriteContext) -> Written {
        check(value, ctx)?;
        png_of(value, ctx).map_err(|error| {
            let message = format!("the texture cannot be written as PNG: {error}");
            ctx.fail(Diagnostic::error(codes::CONTENT_INVALID, message))
        })
    }
}

/// Encodes the first mipmap as a PNG file.
fn png_of(texture: &Texture, ctx: &mut WriteContext) -> Result<Vec<u8>, String> {
    let Texture { width, height, format, ref mips, .. } = *texture;
    let mipmap = mips.first().ok_or("it has no mipmap")?;
    match Texels::new(format, mipmap, [width, height]) {
        Texels::Bytes(bytes) => png([width, height], &bytes, u8::MAX, BitDepth::Eight, |byte| [*byte]),
        Texels::Words(words) => png16([width, height], &words),
        Texels::Halves(halves) => {
            if halves.iter().any(|&half| !(0..=ONE).contains(&half)) {
                let message =
                    "PNG stores only values from 0 to 1; values of the texture outside this range are clamped";
                ctx.report(
                    Diagnostic::warning(codes::CONTENT_LOST, message).help("leave the texture out for this target"),
                );
            }
            png16([width, height], &halves.into_iter().map(word).collect::<Vec<_>>())
        }
    }
}

/// The bits of 1 as a half float. The bits of positive half floats have the same order as the numbers.
const ONE: u16 = 0x3c00;

/// Converts a half float between 0 and 1 to the nearest number from 0 to 65,535.
fn word(half: u16) -> u16 {
    let value = f16::from_bits(half).to_f32();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates; 0 for what is no number")]
    let word = (value.clamp(0.0, 1.0) * 65_535.0 + 0.5) as u16;
    word
}

fn png16(size: [u32; 2], words: &[u16]) -> Result<Vec<u8>, String> {
    png(size, words, u16::MAX, BitDepth::Sixteen, |word| word.to_be_bytes())
}

/// Encodes a PNG file with four channels per pixel, or without alpha if every pixel is `opaque`.
fn png<T: Copy + PartialEq, const BYTES: usize>(
    [width, height]: [u32; 2],
    channels: &[T],
    opaque: T,
    depth: BitDepth,
    to_bytes: impl Fn(&T) -> [u8; BYTES],
) -> Result<Vec<u8>, String> {
    let (pixels, _) = channels.as_chunks::<4>();
    let is_opaque = pixels.iter().all(|pixel| pixel[3] == opaque);
    let kept = if is_opaque { 3 } else { 4 };
    let bytes: Vec<u8> = pixels.iter().flat_map(|pixel| &pixel[..kept]).flat_map(to_bytes).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(if is_opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&bytes).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(file)
}
