//! Writes textures and cube maps as `.ktx2`, the container of the Khronos Group.

use rigmill_codec_ktx2::{Format, Ktx2, Texels, encode};
use rigmill_format::{Texture, TextureCube, TextureFormat};
use rigmill_pipeline::{Diagnostic, NoParams, StageError, WriteContext, Writer};

use crate::codes;
use crate::written::Written;

/// Writes a [`Texture`] as `.ktx2`, with all mipmaps and unchanged pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ktx2TextureWriter;

impl Writer for Ktx2TextureWriter {
    type Input = Texture;
    type Params = NoParams;
    const NAME: &'static str = "ktx2";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "ktx2";

    fn write(&self, value: &Texture, _: &NoParams, ctx: &mut WriteContext) -> Written {
        let Texture { width, height, format, srgb, ref mips } = *value;
        let faces = vec![mips.clone()];
        encoded(&Ktx2 { format: Format { texels: texels(format), srgb }, width, height, faces }, ctx)
    }
}

/// Writes a [`TextureCube`] as `.ktx2`, with all mipmaps and unchanged pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ktx2TextureCubeWriter;

impl Writer for Ktx2TextureCubeWriter {
    type Input = TextureCube;
    type Params = NoParams;
    const NAME: &'static str = "ktx2";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "native";
    const EXTENSION: &'static str = "ktx2";

    fn write(&self, value: &TextureCube, _: &NoParams, ctx: &mut WriteContext) -> Written {
        let TextureCube { size, format, srgb, ref faces } = *value;
        let format = Format { texels: texels(format), srgb };
        encoded(&Ktx2 { format, width: size, height: size, faces: faces.to_vec() }, ctx)
    }
}

fn encoded(texture: &Ktx2, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
    encode(texture).map_err(|error| {
        let message = format!("the texture cannot be written as KTX2: {error}");
        ctx.fail(Diagnostic::error(codes::CONTENT_INVALID, message))
    })
}

const fn texels(format: TextureFormat) -> Texels {
    match format {
        TextureFormat::Rgba8 => Texels::Rgba8,
        TextureFormat::Bc1 => Texels::Bc1,
        TextureFormat::Bc2 => Texels::Bc2,
        TextureFormat::Bc3 => Texels::Bc3,
        TextureFormat::Bc4 => Texels::Bc4,
        TextureFormat::Bc5 => Texels::Bc5,
        TextureFormat::Bc6h => Texels::Bc6h,
        TextureFormat::Bc7 => Texels::Bc7,
        TextureFormat::Rgba8Signed => Texels::Rgba8Signed,
        TextureFormat::Rg8Signed => Texels::Rg8Signed,
        TextureFormat::Rgba16 => Texels::Rgba16,
        TextureFormat::Rgba16Float => Texels::Rgba16Float,
    }
}
