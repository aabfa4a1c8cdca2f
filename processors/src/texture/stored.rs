//! [`StoredTextureProcessor`]: textures whose pixels stay the same.

use rigmill_dom::{PixelFormat, TextureSource};
use rigmill_format::{Texture, TextureFormat};
use rigmill_pipeline::{ProcessContext, Processor};

use crate::report::Result;

rigmill_pipeline::params! {
    /// Parameters of the processor `texture` for images that are textures already.
    pub struct StoredTextureParams {
        /// The colours are sRGB, which a GPU converts to linear when it reads them.
        srgb: bool = true,
    }
}

/// Turns a [`TextureSource`] into a [`Texture`] with the same pixels and mipmaps.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoredTextureProcessor;

impl Processor for StoredTextureProcessor {
    type Input = TextureSource;
    type Output = Texture;
    type Params = StoredTextureParams;
    const NAME: &'static str = "texture";
    const VERSION: u32 = 1;

    fn process(
        &self,
        input: &TextureSource,
        params: &StoredTextureParams,
        _: &mut ProcessContext<'_>,
    ) -> Result<Texture> {
        let format = match input.format {
            PixelFormat::Rgba8 => TextureFormat::Rgba8,
            PixelFormat::Bc1 => TextureFormat::Bc1,
            PixelFormat::Bc2 => TextureFormat::Bc2,
            PixelFormat::Bc3 => TextureFormat::Bc3,
        };
        let TextureSource { width, height, mipmaps, .. } = input;
        Ok(Texture { width: *width, height: *height, format, srgb: params.srgb, mips: mipmaps.clone() })
    }
}
