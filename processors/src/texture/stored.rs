//! [`StoredTextureProcessor`]: textures whose pixels stay the same.

use rigmill_dom::{PixelFormat, TextureCubeSource, TextureFile, TextureSource};
use rigmill_format::{Texture, TextureCube, TextureFormat};
use rigmill_pipeline::{ProcessContext, Processor};

use super::made::MadeTexture;
use crate::report::Result;

rigmill_pipeline::params! {
    /// Parameters of the processor `texture` for images that are already textures.
    pub struct StoredTextureParams {
        /// If true, the colours are sRGB, and the GPU converts them to linear colours when it reads the texture. By
        /// default, the file specifies whether its colours are sRGB. If the file does not specify this, the default is
        /// true for formats that can be sRGB.
        srgb: Option<bool> = None,
    }
}

/// Turns a [`TextureFile`] into a [`Texture`] or a [`TextureCube`] with the same pixels and mipmaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoredTextureProcessor;

impl Processor for StoredTextureProcessor {
    type Input = TextureFile;
    type Output = MadeTexture;
    type Params = StoredTextureParams;
    const NAME: &'static str = "texture";
    const VERSION: u32 = 3;

    fn process(
        &self,
        input: &TextureFile,
        params: &StoredTextureParams,
        _: &mut ProcessContext<'_>,
    ) -> Result<MadeTexture> {
        let is_srgb = |said: Option<bool>, format| params.srgb.or(said).unwrap_or(may_be_srgb(format));
        Ok(match input {
            TextureFile::Flat(source) => MadeTexture::Flat(stored_texture(source, is_srgb(source.srgb, source.format))),
            TextureFile::Cube(TextureCubeSource { size, format, srgb, faces }) => MadeTexture::Cube(TextureCube {
                size: *size,
                format: texture_format(*format),
                srgb: is_srgb(*srgb, *format),
                faces: faces.clone(),
            }),
        })
    }
}

/// Converts a texture with the same pixels and mipmaps.
pub(crate) fn stored_texture(source: &TextureSource, srgb: bool) -> Texture {
    let TextureSource { width, height, format, ref mipmaps, .. } = *source;
    Texture { width, height, format: texture_format(format), srgb, mips: mipmaps.clone() }
}

/// Returns whether textures in a format can contain sRGB colours.
const fn may_be_srgb(format: PixelFormat) -> bool {
    use PixelFormat::{Bc4, Bc5, Bc6h, Rgba16, Rgba16Float};
    !matches!(format, Bc4 | Bc5 | Bc6h | Rgba16 | Rgba16Float)
}

const fn texture_format(format: PixelFormat) -> TextureFormat {
    match format {
        PixelFormat::Rgba8 => TextureFormat::Rgba8,
        PixelFormat::Bc1 => TextureFormat::Bc1,
        PixelFormat::Bc2 => TextureFormat::Bc2,
        PixelFormat::Bc3 => TextureFormat::Bc3,
        PixelFormat::Bc7 => TextureFormat::Bc7,
        PixelFormat::Rgba8Signed => TextureFormat::Rgba8Signed,
        PixelFormat::Rg8Signed => TextureFormat::Rg8Signed,
        PixelFormat::Bc4 => TextureFormat::Bc4,
        PixelFormat::Bc5 => TextureFormat::Bc5,
        PixelFormat::Bc6h => TextureFormat::Bc6h,
        PixelFormat::Rgba16 => TextureFormat::Rgba16,
        PixelFormat::Rgba16Float => TextureFormat::Rgba16Float,
    }
}
