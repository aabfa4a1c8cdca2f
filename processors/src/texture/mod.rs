//! [`TextureProcessor`]: converts images and cube maps to formats for GPUs.

mod blocks;
mod color_key;
mod colors;
mod compress;
mod cube;
mod cube_layout;
mod deep;
mod form;
mod hdr_blocks;
mod made;
mod mipmaps;
mod normal_map;
mod normals;
mod params;
mod reading;
mod resample;
mod stored;

use rigmill_dom::{CubeImage, DeepEncoding, DeepImage, Image, ImageSource};
use rigmill_format::{Texture, TextureCube};
use rigmill_pipeline::{Diagnostic, ProcessContext, Processor};

use crate::codes;
use crate::report::Result;
use blocks::{Made, stored_as};
use deep::deep_texture;
use reading::Reading;

pub use color_key::ColorKey;
pub use cube_layout::CubeLayout;
pub use made::MadeTexture;
pub use params::{Compression, PowerOfTwo, Quality, TextureParams};
pub(crate) use stored::stored_texture;
pub use stored::{StoredTextureParams, StoredTextureProcessor};

/// Turns an image into a [`Texture`], and the six images of a cube map into a [`TextureCube`].
///
/// Each mipmap is averaged from the previous mipmap before rounding, over exactly the area that a pixel covers, also for odd
/// sizes. sRGB colours are averaged in linear space. Colours are weighted by alpha, so that invisible colours do not show at
/// edges. In normal maps, directions are averaged, with length 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextureProcessor;

impl Processor for TextureProcessor {
    type Input = ImageSource;
    type Output = MadeTexture;
    type Params = TextureParams;
    const NAME: &'static str = "texture";
    const VERSION: u32 = 6;

    fn process(
        &self,
        input: &ImageSource,
        params: &TextureParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<MadeTexture> {
        let rounded = rounded(input, params, ctx);
        let input = rounded.as_ref().unwrap_or(input);
        let images = input.images();
        if params.srgb.is_none() && !params.normal && !images.is_empty() && images.iter().all(normal_map::is_likely) {
            let message = "the image looks like a normal map, but is built as sRGB";
            let help = "set `normal = true` in a rule for this image, or `srgb = true` if it is a colour image";
            ctx.report(Diagnostic::warning(codes::TEXTURE_NORMAL_MAP, message).help(help));
        }
        if params.normal && params.srgb == Some(true) {
            ctx.report(unused_srgb());
        }
        if let Some(lost) = lost_alpha(images, params) {
            ctx.report(lost);
        }
        if let Some(cube) = cube_of_picture(input, params, ctx)? {
            return Ok(MadeTexture::Cube(cube));
        }
        Ok(match input {
            ImageSource::Deep(image) => MadeTexture::Flat(of_deep(image, params, ctx)),
            ImageSource::Flat(image) => MadeTexture::Flat(texture(image, params)),
            ImageSource::Cube(cube) if params.prefilter => MadeTexture::Cube(cube::prefiltered(cube, params)),
            ImageSource::CubeMipmaps(cubes) if params.prefilter => {
                MadeTexture::Cube(cube::prefiltered(&cubes[0], params))
            }
            ImageSource::Cube(cube) => MadeTexture::Cube(texture_cube(cube.faces(), params)),
            ImageSource::Mipmaps(images) => MadeTexture::Flat(with_own_mipmaps(images, params)),
            ImageSource::CubeMipmaps(cubes) => MadeTexture::Cube(cube_with_own_mipmaps(cubes, params)),
        })
    }
}

/// Returns the cube map that a picture contains; `None` if the input is a texture, or already a cube map.
fn cube_of_picture(
    input: &ImageSource,
    params: &TextureParams,
    ctx: &mut ProcessContext<'_>,
) -> Result<Option<TextureCube>> {
    let made = match (params.cube, input) {
        (Some(layout), ImageSource::Deep(image)) => {
            warn_of_lost_alpha(image, params, ctx);
            cube::of_deep(image, layout, params)
        }
        (Some(layout), ImageSource::Flat(image)) => cube::of_image(image, layout, params),
        (Some(layout), ImageSource::Mipmaps(images)) => cube::of_image(&images[0], layout, params),
        _ => return Ok(None),
    };
    let help = "set `cube` to the layout of the picture: \"cross\", \"strip\" or \"equirectangular\"";
    made.map(Some).map_err(|fact| ctx.fail(Diagnostic::error(codes::CUBE_SHAPE, fact).of_parameter("cube").help(help)))
}

/// Rounds a source with 16 bits per channel to 8 bits, unless `params` keep 16 bits.
fn rounded(input: &ImageSource, params: &TextureParams, ctx: &mut ProcessContext<'_>) -> Option<ImageSource> {
    let ImageSource::Deep(image) = input else { return None };
    let is_compressed = params.compression != Compression::None;
    let is_kept = params.deep == Some(true) && !is_compressed && !params.normal;
    if image.numbers == DeepEncoding::Halves || is_kept {
        return None;
    }
    if params.deep.is_none() && !is_compressed {
        let message = "the image has 16 bits per channel, but the texture has only 8";
        let help = match params.normal {
            true => "set `deep = false`: normal maps always have 8 bits per channel",
            false => "set `deep = true` to keep 16 bits, or `deep = false` to accept 8 bits",
        };
        ctx.report(Diagnostic::warning(codes::TEXTURE_DEPTH_LOST, message).help(help));
    }
    Some(ImageSource::Flat(image.to_bytes()))
}

/// Makes a texture from an image with more than 8 bits per channel.
fn of_deep(image: &DeepImage, params: &TextureParams, ctx: &mut ProcessContext<'_>) -> Texture {
    warn_of_lost_alpha(image, params, ctx);
    deep_texture(image, params)
}

fn warn_of_lost_alpha(image: &DeepImage, params: &TextureParams, ctx: &mut ProcessContext<'_>) {
    if params.compression != Compression::None && deep::has_alpha(image) {
        let message = "the image has alpha, which BC6H (the format for HDR images) cannot store";
        let diagnostic = Diagnostic::warning(codes::TEXTURE_ALPHA_LOST, message);
        ctx.report(diagnostic.help("set `compression = \"none\"`, or save the image without alpha"));
    }
}

/// Creates the warning that normal maps ignore `srgb = true`.
fn unused_srgb() -> Diagnostic {
    let message = "`srgb = true` has no effect, because normal maps (`normal = true`) are never sRGB";
    let help = "for a normal map, remove `srgb = true` or set `srgb = false` in a later rule; for a colour image, remove \
                `normal = true`";
    Diagnostic::warning(codes::TEXTURE_NORMAL_SRGB, message).perhaps_of_parameter("srgb").help(help)
}

/// Creates the warning that a format cannot store the alpha of images.
fn lost_alpha(images: &[Image], params: &TextureParams) -> Option<Diagnostic> {
    let (is_lost, fact): (fn(&Image) -> bool, _) = match params.compression {
        Compression::Bc1 => (has_partial_alpha, "partial alpha, which BC1 cannot store"),
        Compression::Bc5 => (has_alpha, "alpha, which BC5 cannot store"),
        Compression::Auto if params.normal => (has_alpha, "alpha, which BC5 (the format for normal maps) cannot store"),
        _ => return None,
    };
    let help = "set `compression = \"bc3\"` or `\"bc7\"`, or save the image without alpha";
    let diagnostic = || Diagnostic::warning(codes::TEXTURE_ALPHA_LOST, format!("the image has {fact}")).help(help);
    images.iter().any(is_lost).then(diagnostic)
}

fn has_alpha(image: &Image) -> bool {
    image.pixels.chunks_exact(4).any(|pixel| pixel[3] != 255)
}

fn has_partial_alpha(image: &Image) -> bool {
    image.pixels.chunks_exact(4).any(|pixel| !matches!(pixel[3], 0 | 255))
}

/// Makes a texture from an image. Colours are sRGB unless `params` specify otherwise.
pub(crate) fn texture(image: &Image, params: &TextureParams) -> Texture {
    let [width, height] = params.size_of([image.width, image.height]);
    let Made { format, srgb, images: [mips] } = made([image], params);
    Texture { width, height, format, srgb, mips }
}

/// Makes a cube map from six images. Colours are sRGB unless `params` specify otherwise.
fn texture_cube(faces: &[Image; 6], params: &TextureParams) -> TextureCube {
    let [size, _] = params.size_of([faces[0].width, faces[0].height]);
    let Made { format, srgb, images } = made(faces.each_ref(), params);
    TextureCube { size, format, srgb, faces: images }
}

/// Makes a texture from an image that has its own mipmaps. If the size changes, new mipmaps are made from the largest one.
fn with_own_mipmaps(images: &[Image], params: &TextureParams) -> Texture {
    let [width, height] = params.size_of([images[0].width, images[0].height]);
    let Made { format, srgb, images: [mips] } = made_of_own([&images.iter().collect::<Vec<_>>()], params);
    Texture { width, height, format, srgb, mips }
}

/// Makes a cube map that has its own mipmaps. If the size changes, new mipmaps are made from the largest ones.
fn cube_with_own_mipmaps(cubes: &[CubeImage], params: &TextureParams) -> TextureCube {
    let [size, _] = params.size_of([cubes[0].size(); 2]);
    let faces: [Vec<&Image>; 6] = std::array::from_fn(|face| cubes.iter().map(|cube| &cube.faces()[face]).collect());
    let Made { format, srgb, images } = made_of_own(faces.each_ref().map(Vec::as_slice), params);
    TextureCube { size, format, srgb, faces: images }
}

fn made<const N: usize>(images: [&Image; N], params: &TextureParams) -> Made<N> {
    let size = params.size_of([images[0].width, images[0].height]);
    let reading = Reading::new(params);
    stored_as(images.map(|image| reading.mipmaps(image, size, params.mips)), size, params)
}

/// Returns images with their own mipmaps in the format of a texture. If the size changes, makes new mipmaps.
fn made_of_own<const N: usize>(images: [&[&Image]; N], params: &TextureParams) -> Made<N> {
    let own = [images[0][0].width, images[0][0].height];
    if params.size_of(own) != own {
        return made(images.map(|mipmaps| mipmaps[0]), params);
    }
    let reading = Reading::new(params);
    stored_as(images.map(|mipmaps| mipmaps.iter().map(|image| reading.stored(image)).collect()), own, params)
}
