//! [`TextureProcessor`]: an image, as a GPU takes it.

mod colors;
mod compress;
mod normal_map;
mod params;
mod pixels;
mod resample;
mod stored;

use rigmill_dom::Image;
use rigmill_format::{Texture, TextureFormat, mip_limit, mip_size};
use rigmill_pipeline::{Diagnostic, ProcessContext, Processor, StageError};

use crate::codes;
use colors::Colors;
use pixels::Pixels;

pub use params::{Compression, PowerOfTwo, TextureParams, TextureSize};
pub use stored::{StoredTextureParams, StoredTextureProcessor};

/// Turns an [`Image`] into a [`Texture`].
///
/// Each level is the mean of the one before, taken over exactly the area that a pixel covers, sizes that are not even
/// included; in linear light, if the colours are sRGB, and colours by the weight of their alpha, so that what cannot be
/// seen does not show at edges. Levels are not rounded before the next is made of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextureProcessor;

impl Processor for TextureProcessor {
    type Input = Image;
    type Output = Texture;
    type Params = TextureParams;
    const NAME: &'static str = "texture";
    const VERSION: u32 = 1;

    fn process(
        &self,
        input: &Image,
        params: &TextureParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Texture, StageError> {
        if params.srgb.is_none() && normal_map::looks_like_one(input) {
            let message = "the image looks like a normal map, and is built as sRGB";
            let help = "set `srgb = false` for it in a rule, or `srgb = true` if it is none";
            ctx.report(Diagnostic::warning(codes::NORMAL_MAP, message).help(help));
        }
        if params.compression == Compression::Bc1 && input.pixels.chunks_exact(4).any(|it| !matches!(it[3], 0 | 255)) {
            let message = "the image has alpha between nothing and full, which BC1 cannot hold";
            let diagnostic = Diagnostic::warning(codes::ALPHA_LOST, message);
            ctx.report(diagnostic.help("set `compression = \"bc3\"` or `\"bc7\"`, or save the image without alpha"));
        }
        Ok(texture(input, params))
    }
}

/// The texture of an image. What `params` leave open is sRGB.
pub(crate) fn texture(image: &Image, params: &TextureParams) -> Texture {
    let srgb = params.srgb.unwrap_or(true);
    let colors = Colors::new(srgb, params.premultiply);
    let size = params.size_of([image.width, image.height]);
    let levels = if params.mips { mip_limit(size) } else { 1 };
    let format = params.compression.format();
    let mut mips = Vec::new();
    let mut last = None;
    for level in 0..levels {
        let (bytes, pixels) = next_level(image, last.as_ref(), mip_size(size, level), &colors);
        mips.push(match format {
            TextureFormat::Rgba8 => bytes,
            _ => compress::compress(&bytes, mip_size(size, level), format),
        });
        last = pixels;
    }
    Texture { width: size[0], height: size[1], format, srgb, mips }
}

/// A level in bytes, and before it was rounded. Made of the image itself while there is no other.
fn next_level(image: &Image, last: Option<&Pixels>, size: [u32; 2], colors: &Colors) -> (Vec<u8>, Option<Pixels>) {
    let of_image = [image.width, image.height];
    let pixels = match last {
        Some(last) => resample::resample(last.size, size, |at| last.pixels[at]),
        None if size == of_image => return (colors.stored(&image.pixels), None),
        None => resample::resample(of_image, size, |at| colors.pixel(&image.pixels, at)),
    };
    (pixels.to_bytes(colors), Some(pixels))
}
