//! Converts XNA's textures and cube maps.

use rigmill_codec_xnb::{SurfaceFormat, Texture2D, TextureCube};
use rigmill_dom::{PixelFormat, TextureCubeSource, TextureSource};
use rigmill_pipeline::Diagnostic;

use super::problems::unsupported;
use crate::codes;
use crate::report::Result;

/// Converts a texture. Texels in a format that content does not support become RGBA8, with a warning.
pub(super) fn flat(texture: Texture2D, warnings: &mut Vec<Diagnostic>) -> Result<TextureSource> {
    let Texture2D { format, width, height, mipmaps } = texture;
    let kept = Kept::new(format, warnings)?;
    Ok(TextureSource { width, height, format: kept.format, srgb: None, mipmaps: kept.texels(mipmaps) })
}

/// Converts a cube map, like [`flat`].
pub(super) fn cube(cube: TextureCube, warnings: &mut Vec<Diagnostic>) -> Result<TextureCubeSource> {
    let TextureCube { format, size, faces } = cube;
    let kept = Kept::new(format, warnings)?;
    let faces = faces.map(|mipmaps| kept.texels(mipmaps));
    Ok(TextureCubeSource { size, format: kept.format, srgb: None, faces })
}

/// How texels of a surface format are kept.
struct Kept {
    format: PixelFormat,
    /// The surface format, if its texels become RGBA8.
    converted: Option<SurfaceFormat>,
}

impl Kept {
    fn new(surface: SurfaceFormat, warnings: &mut Vec<Diagnostic>) -> Result<Self> {
        if let Some(format) = pixel_format(surface) {
            return Ok(Self { format, converted: None });
        }
        if surface.to_rgba8(&[]).is_none() {
            let message = format!("a texture has the surface format {surface:?}, which Rigmill does not support");
            return Err(unsupported(
                message,
                "build the texture as Color or with DXT compression, or import its source image",
            ));
        }
        let message = format!("a texture with the surface format {surface:?} is converted to Color");
        let help = "build the texture from its source image";
        warnings.push(Diagnostic::warning(codes::XNB_SURFACE, message).help(help));
        Ok(Self { format: PixelFormat::Rgba8, converted: Some(surface) })
    }

    fn texels(&self, mipmaps: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let Some(surface) = self.converted else { return mipmaps };
        mipmaps.iter().filter_map(|mipmap| surface.to_rgba8(mipmap)).collect()
    }
}

const fn pixel_format(format: SurfaceFormat) -> Option<PixelFormat> {
    match format {
        SurfaceFormat::Color => Some(PixelFormat::Rgba8),
        SurfaceFormat::Dxt1 => Some(PixelFormat::Bc1),
        SurfaceFormat::Dxt3 => Some(PixelFormat::Bc2),
        SurfaceFormat::Dxt5 => Some(PixelFormat::Bc3),
        SurfaceFormat::NormalizedByte4 => Some(PixelFormat::Rgba8Signed),
        SurfaceFormat::NormalizedByte2 => Some(PixelFormat::Rg8Signed),
        SurfaceFormat::Rgba64 => Some(PixelFormat::Rgba16),
        SurfaceFormat::HalfVector4 => Some(PixelFormat::Rgba16Float),
        _ => None,
    }
}
