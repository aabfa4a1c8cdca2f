//! [`TextureProcessor`]: images in a form for GPUs.

mod color_key;
mod colors;
mod compress;
mod normal_map;
mod params;
mod resample;
mod stored;

use rigmill_dom::Image;
use rigmill_format::{Texture, TextureFormat, mip_limit, mip_size};
use rigmill_pipeline::{Diagnostic, ProcessContext, Processor};

use crate::codes;
use crate::report::Result;
use colors::Colors;
use resample::{Pixels, resample};

pub use color_key::ColorKey;
pub use params::{Compression, PowerOfTwo, TextureParams};
pub use stored::{StoredTextureParams, StoredTextureProcessor};

/// Turns an [`Image`] into a [`Texture`].
///
/// Each mipmap is averaged from the one before, over exactly the area that a pixel covers, for odd sizes, too; in linear
/// space if the colours are sRGB, and weighted by alpha, so that invisible colours do not show at edges. Each mipmap is made from
/// the one before it was rounded.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextureProcessor;

impl Processor for TextureProcessor {
    type Input = Image;
    type Output = Texture;
    type Params = TextureParams;
    const NAME: &'static str = "texture";
    const VERSION: u32 = 1;

    fn process(&self, input: &Image, params: &TextureParams, ctx: &mut ProcessContext<'_>) -> Result<Texture> {
        if params.srgb.is_none() && normal_map::is_likely(input) {
            let message = "the image looks like a normal map, and is built as sRGB";
            let help = "set `srgb = false` for it in a rule, or `srgb = true` if it is a picture";
            ctx.report(Diagnostic::warning(codes::NORMAL_MAP, message).help(help));
        }
        if params.compression == Compression::Bc1 && input.pixels.chunks_exact(4).any(|it| !matches!(it[3], 0 | 255)) {
            let message = "the image has partial alpha, which BC1 cannot hold";
            let diagnostic = Diagnostic::warning(codes::ALPHA_LOST, message);
            ctx.report(diagnostic.help("set `compression = \"bc3\"` or `\"bc7\"`, or save the image without alpha"));
        }
        let keyed = params.color_key.map(|key| key.clear(input));
        Ok(texture(keyed.as_ref().unwrap_or(input), params))
    }
}

/// The texture of an image, sRGB unless `params` say otherwise.
pub(crate) fn texture(image: &Image, params: &TextureParams) -> Texture {
    let srgb = params.srgb.unwrap_or(true);
    let colors = Colors::new(srgb, params.premultiply);
    let size = params.size_of([image.width, image.height]);
    let count = if params.mips { mip_limit(size) } else { 1 };
    let format = params.compression.format();
    let mut mips = Vec::new();
    let mut last = None;
    for mip in 0..count {
        let (bytes, pixels) = next_mip(image, last.as_ref(), mip_size(size, mip), &colors);
        mips.push(match format {
            TextureFormat::Rgba8 => bytes,
            _ => compress::compress(&bytes, mip_size(size, mip), format),
        });
        last = pixels;
    }
    Texture { width: size[0], height: size[1], format, srgb, mips }
}

/// A mipmap in bytes, and before it was rounded; made from the last one, or from the image if it is the first.
fn next_mip(image: &Image, last: Option<&Pixels>, size: [u32; 2], colors: &Colors) -> (Vec<u8>, Option<Pixels>) {
    let image_size = [image.width, image.height];
    let pixels = match last {
        Some(last) => resample(last.size, size, |at| last.pixels[at]),
        None if size == image_size => return (colors.to_stored(&image.pixels), None),
        None => resample(image_size, size, |at| colors.pixel(&image.pixels, at)),
    };
    let bytes = pixels.pixels.iter().flat_map(|&pixel| colors.to_bytes(pixel)).collect();
    (bytes, Some(pixels))
}
