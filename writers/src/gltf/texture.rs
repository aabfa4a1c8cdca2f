//! Textures, as PNG files.

use dds::{ColorFormat, DecodeOptions, Format, ImageViewMut, Size};
use rigmill_format::{Texture, TextureFormat};
use rigmill_pipeline::{Diagnostic, NoParams, StageError, WriteContext, Writer};

use super::check;
use crate::codes;

/// Writes the first level of a [`Texture`] as PNG, with alpha where some pixel has any. The file says nothing of colour spaces: glTF
/// knows that by what a texture is for.
#[derive(Clone, Copy, Debug, Default)]
pub struct PngTextureWriter;

impl Writer for PngTextureWriter {
    type Input = Texture;
    type Params = NoParams;
    const NAME: &'static str = "png";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "gltf";
    const EXTENSION: &'static str = "png";

    fn write(&self, value: &Texture, _: &NoParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
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
    let level = texture.mips.first().ok_or("it has no level")?;
    let format = match texture.format {
        TextureFormat::Rgba8 => return Ok(level.clone()),
        TextureFormat::Bc1 => Format::BC1_UNORM,
        TextureFormat::Bc2 => Format::BC2_UNORM,
        TextureFormat::Bc3 => Format::BC3_UNORM,
        TextureFormat::Bc7 => Format::BC7_UNORM,
    };
    let mut pixels = vec![0; texture.width as usize * texture.height as usize * 4];
    let size = Size::new(texture.width, texture.height);
    let view = ImageViewMut::new(&mut pixels, size, ColorFormat::RGBA_U8).ok_or("its size is beyond reason")?;
    dds::decode(&mut level.as_slice(), view, format, &DecodeOptions::default()).map_err(|error| error.to_string())?;
    Ok(pixels)
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
