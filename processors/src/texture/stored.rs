//! [`StoredTextureProcessor`]: textures whose pixels stay the same.

use rigmill_dom::{PixelFormat, TextureCubeSource, TextureFile, TextureSource};
use rigmill_format::{Texture, TextureCube, TextureFormat};
use rigmill_pipeline::{ProcessContext, Processor};

use super::made::MadeTexture;
use crate::report::Result;

rigmill_pipeline::params! {
    /// Parameters of the processor `texture` for images that are textures already.
    pub struct StoredTextureParams {
        /// The colours are sRGB, which a GPU converts to linear when it reads them.
        srgb: bool = true,
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
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &TextureFile,
        params: &StoredTextureParams,
        _: &mut ProcessContext<'_>,
    ) -> Result<MadeTexture> {
        let srgb = params.srgb;
        Ok(match input {
            TextureFile::Flat(source) => MadeTexture::Flat(stored_texture(source, srgb)),
            TextureFile::Cube(TextureCubeSource { size, format, faces }) => MadeTexture::Cube(TextureCube {
                size: *size,
                format: texture_format(*format),
                srgb,
                faces: faces.clone(),
            }),
        })
    }
}

/// A texture with the same pixels and mipmaps.
pub(crate) fn stored_texture(source: &TextureSource, srgb: bool) -> Texture {
    let TextureSource { width, height, format, ref mipmaps } = *source;
    Texture { width, height, format: texture_format(format), srgb, mips: mipmaps.clone() }
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
