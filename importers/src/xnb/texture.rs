//! XNA's textures.

use rigmill_codec_xnb::{SurfaceFormat, Texture2D};
use rigmill_dom::{PixelFormat, TextureSource};
use rigmill_pipeline::Diagnostic;

use super::problems::unsupported;
use crate::codes;
use crate::report::Result;

/// A texture. Texels of formats that content does not have become red, green, blue and alpha, with a warning.
pub(super) fn source(texture: Texture2D, warnings: &mut Vec<Diagnostic>) -> Result<TextureSource> {
    let Texture2D { format, width, height, mipmaps } = texture;
    if let Some(format) = pixel_format(format) {
        return Ok(TextureSource { width, height, format, mipmaps });
    }
    let Some(mipmaps) = mipmaps.iter().map(|mipmap| format.to_rgba8(mipmap)).collect() else {
        let message = format!("a texture of the surface format {format:?}, which content does not have");
        return Err(unsupported(message, "build it as Color or compressed, or import its image"));
    };
    let message = format!("a texture of the surface format {format:?} becomes one of Color");
    let help = "build it from its image, in a format that is kept";
    warnings.push(Diagnostic::warning(codes::XNB_SURFACE, message).help(help));
    Ok(TextureSource { width, height, format: PixelFormat::Rgba8, mipmaps })
}

const fn pixel_format(format: SurfaceFormat) -> Option<PixelFormat> {
    match format {
        SurfaceFormat::Color => Some(PixelFormat::Rgba8),
        SurfaceFormat::Dxt1 => Some(PixelFormat::Bc1),
        SurfaceFormat::Dxt3 => Some(PixelFormat::Bc2),
        SurfaceFormat::Dxt5 => Some(PixelFormat::Bc3),
        _ => None,
    }
}
