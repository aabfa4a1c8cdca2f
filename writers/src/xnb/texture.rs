//! Writes textures and cube maps in the form that XNA's `Texture2DReader` and `TextureCubeReader` read.

use rigmill_codec_xnb::{Profile, SurfaceFormat, Texture2D, TextureCube as XnbTextureCube, Value};
use rigmill_format::{Texture, TextureCube, TextureFormat, mip_size};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use super::encoding::encoded;
use super::params::XnbWriterParams;
use crate::codes;
use crate::texels::Texels;
use crate::written::Written;

/// Writes a [`Texture`] as the `.xnb` file of a `Texture2D`.
///
/// RGBA8 becomes Color, BC1 becomes DXT1, BC2 becomes DXT3, BC3 becomes DXT5, signed bytes become NormalizedByte4 and
/// NormalizedByte2, RGBA16 becomes Rgba64, and RGBA16F becomes HalfVector4. BC4 and BC5 are decoded to Color (for BC5, blue is
/// the z of a normal), and BC6H is decoded to HalfVector4.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbTextureWriter;

impl Writer for XnbTextureWriter {
    type Input = Texture;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 3;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, value: &Texture, params: &XnbWriterParams, ctx: &mut WriteContext) -> Written {
        let texture = texture_2d(value, ctx)?;
        warn_of_broken_rule(&Shape::new(value), params.profile, ctx);
        encoded(params.platform, params.profile, Value::Texture2D(texture), Vec::new(), ctx)
    }
}

/// Writes a [`TextureCube`] as the `.xnb` file of a `TextureCube`, in the same formats as [`XnbTextureWriter`].
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbTextureCubeWriter;

impl Writer for XnbTextureCubeWriter {
    type Input = TextureCube;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 2;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, value: &TextureCube, params: &XnbWriterParams, ctx: &mut WriteContext) -> Written {
        let format = format_in_xna(value.format, ctx)?;
        warn_of_broken_rule(&Shape::of_cube(value), params.profile, ctx);
        let faces = value.faces.each_ref().map(|mips| mips_in_xna(value.format, mips, [value.size; 2]));
        let cube = XnbTextureCube { format, size: value.size, faces };
        encoded(params.platform, params.profile, Value::TextureCube(Box::new(cube)), Vec::new(), ctx)
    }
}

/// The properties of a texture that XNA's rules restrict.
pub(super) struct Shape {
    size: [u32; 2],
    format: TextureFormat,
    mipmaps: usize,
    is_cube: bool,
}

impl Shape {
    pub(super) fn new(texture: &Texture) -> Self {
        let Texture { width, height, format, ref mips, .. } = *texture;
        Self { size: [width, height], format, mipmaps: mips.len(), is_cube: false }
    }

    fn of_cube(cube: &TextureCube) -> Self {
        Self { size: [cube.size; 2], format: cube.format, mipmaps: cube.faces[0].len(), is_cube: true }
    }
}

/// Warns about a texture that XNA will not load.
fn warn_of_broken_rule(shape: &Shape, profile: Profile, ctx: &mut WriteContext) {
    if let Some((rule, remedy)) = broken_rule(shape, profile) {
        let [width, height] = shape.size;
        let message = format!("XNA will not load a texture of {width} x {height} pixels: {rule}");
        ctx.report(Diagnostic::warning(codes::CONTENT_LOST, message).help(format!("set `{remedy}` for this target")));
    }
}

/// Converts a texture, or reports the error that XNA has no such format.
pub(super) fn texture_2d(texture: &Texture, ctx: &mut WriteContext) -> Result<Texture2D, StageError> {
    let format = format_in_xna(texture.format, ctx)?;
    let Texture { width, height, ref mips, .. } = *texture;
    Ok(Texture2D { format, width, height, mipmaps: mips_in_xna(texture.format, mips, [width, height]) })
}

/// Returns the mipmaps of an image as XNA stores them.
fn mips_in_xna(format: TextureFormat, mips: &[Vec<u8>], size: [u32; 2]) -> Vec<Vec<u8>> {
    if !is_decoded(format) {
        return mips.to_vec();
    }
    let decoded = |(level, mip): (u32, &Vec<u8>)| Texels::new(format, mip, mip_size(size, level)).into_bytes();
    (0..).zip(mips).map(decoded).collect()
}

/// Returns whether XNA does not support the block format, but supports a format to which the blocks can be decoded.
const fn is_decoded(format: TextureFormat) -> bool {
    matches!(format, TextureFormat::Bc4 | TextureFormat::Bc5 | TextureFormat::Bc6h)
}

/// Returns XNA's surface format, or reports the error that there is none.
fn format_in_xna(format: TextureFormat, ctx: &mut WriteContext) -> Result<SurfaceFormat, StageError> {
    surface_format(format).ok_or_else(|| {
        let message = format!("XNA does not support {} textures", format.name());
        let help = "for this target, set `compression` to \"none\", \"bc1\" or \"bc3\"; if the source file itself is compressed in this format, save it in a different one";
        ctx.fail(Diagnostic::error(codes::CONTENT_LOST, message).perhaps_of_parameter("compression").help(help))
    })
}

/// Returns the rule of XNA that a texture breaks, and a parameter that fixes it. MonoGame and FNA are less strict in some
/// cases.
pub(super) fn broken_rule(shape: &Shape, profile: Profile) -> Option<(&'static str, &'static str)> {
    let is_compressed = shape.format.block().0 > 1 && !is_decoded(shape.format);
    let needs_powers = profile == Profile::Reach && (is_compressed || shape.mipmaps > 1);
    let limit = match (profile, shape.is_cube) {
        (Profile::HiDef, _) => (4096, "the HiDef profile allows at most 4096 pixels per side", "max_size = 4096"),
        (Profile::Reach, false) => (2048, "the Reach profile allows at most 2048 pixels per side", "max_size = 2048"),
        (Profile::Reach, true) => {
            (512, "the Reach profile allows at most 512 pixels per side of a cube map", "max_size = 512")
        }
    };
    let powers = "power_of_two = \"nearest\"";
    let is_deep = matches!(surface_format(shape.format), Some(SurfaceFormat::Rgba64 | SurfaceFormat::HalfVector4));
    if is_deep && profile == Profile::Reach {
        Some(("a texture with 16 bits per channel needs the HiDef profile", "profile = \"HiDef\""))
    } else if shape.size.iter().any(|&side| side > limit.0) {
        Some((limit.1, limit.2))
    } else if profile == Profile::Reach && shape.is_cube && !shape.size[0].is_power_of_two() {
        Some(("in the Reach profile, the sides of a cube map must be powers of two", powers))
    } else if needs_powers && !shape.size.iter().all(|side| side.is_power_of_two()) {
        Some((
            "in the Reach profile, the sides of a texture with mipmaps or DXT compression must be powers of two",
            powers,
        ))
    } else if is_compressed && shape.size.iter().any(|side| side % 4 != 0) {
        Some(("the sides of a texture with DXT compression must be multiples of 4", powers))
    } else {
        None
    }
}

const fn surface_format(format: TextureFormat) -> Option<SurfaceFormat> {
    match format {
        TextureFormat::Rgba8 | TextureFormat::Bc4 | TextureFormat::Bc5 => Some(SurfaceFormat::Color),
        TextureFormat::Bc1 => Some(SurfaceFormat::Dxt1),
        TextureFormat::Bc2 => Some(SurfaceFormat::Dxt3),
        TextureFormat::Bc3 => Some(SurfaceFormat::Dxt5),
        TextureFormat::Rgba8Signed => Some(SurfaceFormat::NormalizedByte4),
        TextureFormat::Rg8Signed => Some(SurfaceFormat::NormalizedByte2),
        TextureFormat::Rgba16 => Some(SurfaceFormat::Rgba64),
        TextureFormat::Rgba16Float | TextureFormat::Bc6h => Some(SurfaceFormat::HalfVector4),
        TextureFormat::Bc7 => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_without_an_equivalent_may_be_due_to_the_compression() {
        let texture = Texture { width: 4, height: 4, format: TextureFormat::Bc7, srgb: false, mips: vec![vec![0; 16]] };
        let mut ctx = WriteContext::new("Textures/A");
        assert!(texture_2d(&texture, &mut ctx).is_err());
        let [error] = &ctx.finish()[..] else { panic!("one error is expected") };
        assert_eq!(
            (error.message.as_str(), error.parameter.as_deref()),
            ("XNA does not support bc7 textures", Some("compression"))
        );
    }

    #[test]
    fn formats_that_xna_does_not_have_become_those_that_hold_them() {
        // A BC5 block whose pixels are all 204 and 128, and a pixel of half floats.
        let block = vec![204, 0, 0, 0, 0, 0, 0, 0, 128, 0, 0, 0, 0, 0, 0, 0];
        let halves = vec![0, 0x3c, 0, 0x40, 0, 0x44, 0, 0x3c];
        let cases = [
            (TextureFormat::Bc5, block.clone(), SurfaceFormat::Color, vec![204, 128, 229, 255]),
            (TextureFormat::Bc4, block[..8].to_vec(), SurfaceFormat::Color, vec![204, 0, 0, 255]),
            (TextureFormat::Rgba16Float, halves.clone(), SurfaceFormat::HalfVector4, halves.clone()),
            (TextureFormat::Rgba16, halves.clone(), SurfaceFormat::Rgba64, halves),
        ];
        for (format, mip, surface, expected) in cases {
            let texture = Texture { width: 1, height: 1, format, srgb: false, mips: vec![mip] };
            let written = texture_2d(&texture, &mut WriteContext::new("Textures/A")).unwrap();
            assert_eq!((written.format, &written.mipmaps[0]), (surface, &expected), "{format:?}");
            let [hidef, reach] = [Profile::HiDef, Profile::Reach].map(|it| broken_rule(&Shape::new(&texture), it));
            let is_deep = matches!(format, TextureFormat::Rgba16 | TextureFormat::Rgba16Float);
            assert_eq!((hidef.is_some(), reach.is_some()), (false, is_deep), "{format:?}");
        }
    }
}
