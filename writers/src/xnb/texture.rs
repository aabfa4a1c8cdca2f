//! Textures, as XNA's Texture2DReader reads them.

use rigmill_format::{Texture, TextureFormat};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use super::file::XnbFile;
use super::params::XnbWriterParams;
use super::{readers, too_large};
use crate::codes;

/// Writes a [`Texture`] as the `.xnb` of a Texture2D: RGBA8 as Color, BC1 as DXT1, BC3 as DXT5.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbTextureWriter;

impl Writer for XnbTextureWriter {
    type Input = Texture;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, value: &Texture, params: &XnbWriterParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        let Some(format) = surface_format(value.format) else {
            let message = format!("XNA has no textures of the format {}", value.format.name());
            let help = "build it with the compression \"none\", \"bc1\" or \"bc3\" for this target";
            return Err(ctx.fail(Diagnostic::error(codes::LOST, message).help(help)));
        };
        let mut file = XnbFile::default();
        file.begin_object(readers::TEXTURE_2D);
        file.content.i32(format);
        file.content.u32(value.width);
        file.content.u32(value.height);
        file.content.count(value.mips.len());
        for level in &value.mips {
            file.content.count(level.len());
            file.content.raw(level);
        }
        file.finish(params.platform, params.profile, 0).ok_or_else(|| too_large(ctx))
    }
}

/// XNA's SurfaceFormat.
const fn surface_format(format: TextureFormat) -> Option<i32> {
    match format {
        TextureFormat::Rgba8 => Some(0),
        TextureFormat::Bc1 => Some(4),
        TextureFormat::Bc3 => Some(6),
        TextureFormat::Bc7 => None,
    }
}
