//! [`Ktx2File`]: imports textures in the container of the Khronos Group.

use rigmill_codec_ktx2::{Error, Ktx2, Texels, decode};
use rigmill_dom::{PixelFormat, TextureCubeSource, TextureFile, TextureSource};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::syntax::read_source;

/// The maximum size of a file, in bytes.
const MAX_BYTES: u64 = 512 << 20;

/// Imports `.ktx2` unchanged, with its blocks and all of its mipmaps. Only unsigned bytes with one to three channels, or with
/// blue first, become RGBA8.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ktx2File;

impl Importer for Ktx2File {
    type Output = TextureFile;
    type Params = NoParams;
    const NAME: &'static str = "ktx2";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["ktx2"];
    const DEFAULT_PROCESSOR: &'static str = "texture";
    const READS_OTHER_FILES: bool = false;

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<TextureFile, StageError> {
        let bytes = read_source(
            ctx,
            MAX_BYTES,
            codes::IMAGE_LIMIT,
            "check that this is the right file, or make the image smaller",
        )?;
        let decoded = decode(&bytes);
        decoded.map(texture).map_err(|error| ctx.fail(diagnostic(&error)))
    }
}

/// Converts the content of a file to texels that a texture can store.
pub(crate) fn texture(file: Ktx2) -> TextureFile {
    let Ktx2 { format, width, height, faces } = file;
    let srgb = Some(format.srgb);
    let (format, expand) = kept(format.texels);
    let kept = |mip: Vec<u8>| expand.map_or(mip.clone(), |expand| expand(&mip));
    let faces: Vec<Vec<Vec<u8>>> = faces.into_iter().map(|mips| mips.into_iter().map(kept).collect()).collect();
    match <[Vec<Vec<u8>>; 6]>::try_from(faces) {
        Ok(faces) => TextureFile::Cube(TextureCubeSource { size: width, format, srgb, faces }),
        Err(faces) => {
            let mipmaps = faces.into_iter().next().unwrap_or_default();
            TextureFile::Flat(TextureSource { width, height, format, srgb, mipmaps })
        }
    }
}

/// Converts texels to red, green, blue and alpha.
type Expand = fn(&[u8]) -> Vec<u8>;

/// Returns the content format for texels, and the function that converts the texels if their format differs.
fn kept(texels: Texels) -> (PixelFormat, Option<Expand>) {
    let format = match texels {
        Texels::R8 => return (PixelFormat::Rgba8, Some(|mip| rgba(mip, |&[red]| [red, 0, 0, 255]))),
        Texels::Rg8 => return (PixelFormat::Rgba8, Some(|mip| rgba(mip, |&[red, green]| [red, green, 0, 255]))),
        Texels::Rgb8 => return (PixelFormat::Rgba8, Some(|mip| rgba(mip, |&[r, g, b]| [r, g, b, 255]))),
        Texels::Bgra8 => return (PixelFormat::Rgba8, Some(|mip| rgba(mip, |&[b, g, r, a]| [r, g, b, a]))),
        Texels::Rgba8 => PixelFormat::Rgba8,
        Texels::Rg8Signed => PixelFormat::Rg8Signed,
        Texels::Rgba8Signed => PixelFormat::Rgba8Signed,
        Texels::Rgba16 => PixelFormat::Rgba16,
        Texels::Rgba16Float => PixelFormat::Rgba16Float,
        Texels::Bc1Opaque | Texels::Bc1 => PixelFormat::Bc1,
        Texels::Bc2 => PixelFormat::Bc2,
        Texels::Bc3 => PixelFormat::Bc3,
        Texels::Bc4 => PixelFormat::Bc4,
        Texels::Bc5 => PixelFormat::Bc5,
        Texels::Bc6h => PixelFormat::Bc6h,
        Texels::Bc7 => PixelFormat::Bc7,
    };
    (format, None)
}

fn rgba<const N: usize>(mip: &[u8], pixel: impl Fn(&[u8; N]) -> [u8; 4]) -> Vec<u8> {
    mip.as_chunks().0.iter().flat_map(pixel).collect()
}

fn diagnostic(error: &Error) -> Diagnostic {
    let (code, help) = match error {
        Error::Pixels { .. } => (codes::IMAGE_LIMIT, "check that this is the right file, or make the texture smaller"),
        Error::Unsupported(_) => (
            codes::IMAGE_UNREADABLE,
            "import the texture's source image instead, or save the texture as BC1 to BC7 or with 8 or 16 bits per \
             channel (without supercompression, or with Zstandard)",
        ),
        _ => (codes::IMAGE_UNREADABLE, "export the texture again"),
    };
    Diagnostic::error(code, error.to_string()).help(help)
}
