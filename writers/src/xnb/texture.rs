//! Textures, as XNA's Texture2DReader reads them.

use rigmill_codec_xnb::{Profile, SurfaceFormat, Texture2D, Value};
use rigmill_format::{Texture, TextureFormat};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use super::encoding::encoded;
use super::params::XnbWriterParams;
use crate::codes;

/// Writes a [`Texture`] as the `.xnb` of a Texture2D: RGBA8 as Color, BC1 as DXT1, BC2 as DXT3, BC3 as DXT5.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbTextureWriter;

impl Writer for XnbTextureWriter {
    type Input = Texture;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 2;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, value: &Texture, params: &XnbWriterParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        if let Some((rule, remedy)) = broken_rule(value, params.profile) {
            let message = format!("XNA will not load {} by {} pixels: {rule}", value.width, value.height);
            ctx.report(Diagnostic::warning(codes::LOST, message).help(format!("set `{remedy}` for this target")));
        }
        let texture = texture_2d(value, ctx)?;
        encoded(params.platform, params.profile, Value::Texture2D(texture), Vec::new(), ctx)
    }
}

/// The texture as XNA has it, or the error that XNA has no such format.
pub(super) fn texture_2d(texture: &Texture, ctx: &mut WriteContext) -> Result<Texture2D, StageError> {
    let Some(format) = surface_format(texture.format) else {
        let message = format!("XNA has no textures of the format {}", texture.format.name());
        let help = "build it with the compression \"none\", \"bc1\" or \"bc3\" for this target";
        return Err(ctx.fail(Diagnostic::error(codes::LOST, message).help(help)));
    };
    let Texture { width, height, ref mips, .. } = *texture;
    Ok(Texture2D { format, width, height, mipmaps: mips.clone() })
}

/// Which of XNA's rules on textures one breaks, and a parameter that fixes it. MonoGame and FNA are not as strict everywhere.
pub(super) fn broken_rule(texture: &Texture, profile: Profile) -> Option<(&'static str, &'static str)> {
    let sides = [texture.width, texture.height];
    let has_blocks = texture.format != TextureFormat::Rgba8;
    let needs_powers = profile == Profile::Reach && (has_blocks || texture.mips.len() > 1);
    let limit = match profile {
        Profile::HiDef => (4096, "4096 is the most in the profile HiDef", "max_size = 4096"),
        Profile::Reach => (2048, "2048 is the most in the profile Reach", "max_size = 2048"),
    };
    let powers = "power_of_two = \"nearest\"";
    if sides.iter().any(|&side| side > limit.0) {
        Some((limit.1, limit.2))
    } else if needs_powers && !sides.iter().all(|side| side.is_power_of_two()) {
        Some(("in the profile Reach, sides are powers of two for DXT and for mip levels", powers))
    } else if has_blocks && sides.iter().any(|side| side % 4 != 0) {
        Some(("for DXT, sides are multiples of 4", powers))
    } else {
        None
    }
}

const fn surface_format(format: TextureFormat) -> Option<SurfaceFormat> {
    match format {
        TextureFormat::Rgba8 => Some(SurfaceFormat::Color),
        TextureFormat::Bc1 => Some(SurfaceFormat::Dxt1),
        TextureFormat::Bc2 => Some(SurfaceFormat::Dxt3),
        TextureFormat::Bc3 => Some(SurfaceFormat::Dxt5),
        TextureFormat::Bc7 => None,
    }
}
