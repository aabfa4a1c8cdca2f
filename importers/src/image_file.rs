//! [`ImageFile`] and [`DdsFile`]: import images, and textures that are already in a GPU format.

use rigmill_dom::{ImageContent, ImageError, ImageOptions, ImageSource, PngGamma, TextureFile};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, StageError, TargetDefault, TomlValue};

use crate::codes;
use crate::syntax::{read_source, refuse_kinds_except};

/// The maximum size of a file, in bytes.
const MAX_BYTES: u64 = 512 << 20;

rigmill_pipeline::params! {
    /// Parameters of the importer `image`.
    pub struct ImageParams {
        /// If true, Rigmill keeps the mipmaps in a DDS file, as XNA and MonoGame do, and ignores the `mips` parameter.
        /// However, Rigmill makes new mipmaps if another parameter changes the texture's size. If false, Rigmill always
        /// makes new mipmaps from the file's largest image. By default, Rigmill makes new mipmaps, and reports a
        /// warning if the DDS file already contains some.
        own_mipmaps: Option<bool> = None,
        /// If true, the importer rotates or mirrors the image as its metadata says. JPEG, PNG, WebP and TIFF files can
        /// specify an orientation.
        orientation: bool = true,
        /// If true, Rigmill ignores the image's colour profile without a warning.
        ignore_profile: bool = false,
        /// If true, Rigmill applies the gamma that a PNG file states in a `gAMA` chunk, as XNA's pipeline does. The
        /// default is true for the target `xna`, and false for all other targets.
        gamma: bool = false,
    }
}

/// Imports `.png`, `.jpg`, `.jpeg`, `.webp`, `.tif`, `.tiff`, `.gif`, `.tga`, `.bmp`, `.dds`, `.hdr` and `.exr`.
///
/// The bytes of a file determine its format, and the extension does not. If a file contains several frames, pages or layers,
/// the importer uses only the first.
///
/// A DDS file may contain a cube map. The file's own mipmaps are imported only with `own_mipmaps = true`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImageFile;

impl Importer for ImageFile {
    type Output = ImageSource;
    type Params = ImageParams;
    const NAME: &'static str = "image";
    const VERSION: u32 = 10;
    const EXTENSIONS: &'static [&'static str] =
        &["png", "jpg", "jpeg", "webp", "tif", "tiff", "gif", "tga", "bmp", "dds", "hdr", "exr"];
    const DEFAULT_PROCESSOR: &'static str = "texture";
    const TARGET_DEFAULTS: &'static [TargetDefault] =
        &[TargetDefault { target: "xna", name: "gamma", value: TomlValue::Boolean(true) }];
    const READS_OTHER_FILES: bool = false;

    fn import(&self, ctx: &mut ImportContext<'_>, params: &ImageParams) -> Result<ImageSource, StageError> {
        let bytes = read(ctx)?;
        let name = ctx.source().file_name();
        let options =
            ImageOptions { own_mipmaps: params.own_mipmaps == Some(true), ignore_orientation: !params.orientation };
        let decoded = ImageContent::decode(&bytes, name, options);
        if params.own_mipmaps.is_none() && decoded.is_ok() {
            let count = ImageSource::count_mipmaps(&bytes, name).ok().filter(|count| *count > 1);
            count.into_iter().for_each(|count| ctx.report(mipmaps_left_out(count)));
        }
        let mut content = decoded
            .map_err(|error| ctx.fail(other_kind(&error, &bytes, name).unwrap_or_else(|| diagnostic(&error))))?;
        if content.has_more {
            ctx.report(more_left_out());
        }
        if let Some(profile) = content.profile.filter(|_| !params.ignore_profile) {
            ctx.report(profile_not_applied(&profile));
        }
        match PngGamma::read(&bytes) {
            Some(gamma) if params.gamma => gamma.apply(&mut content.source),
            Some(gamma) if gamma.is_noticeable() && !params.ignore_profile => ctx.report(gamma_not_applied(gamma)),
            _ => {}
        }
        Ok(content.source)
    }
}

fn more_left_out() -> Diagnostic {
    let message = "the file contains several frames, pages or layers, but Rigmill imports only the first";
    Diagnostic::warning(codes::IMAGE_MORE, message).help("save each image that the game needs as a separate file")
}

fn profile_not_applied(profile: &str) -> Diagnostic {
    let message = format!("Rigmill does not apply the image's colour profile ({profile})");
    let help = "convert the image to sRGB, or set `ignore_profile = true` if the colours are already correct";
    Diagnostic::warning(codes::IMAGE_PROFILE, message).help(help)
}

fn gamma_not_applied(gamma: PngGamma) -> Diagnostic {
    let message = format!("Rigmill does not apply the image's gamma (gAMA: exponent {})", gamma.exponent());
    let help = "set `gamma = true` to apply it, or `ignore_profile = true` if the colours are already correct";
    Diagnostic::warning(codes::IMAGE_PROFILE, message).help(help)
}

fn mipmaps_left_out(count: u32) -> Diagnostic {
    let message = format!(
        "Rigmill ignores the {} smaller mipmaps in the file, and makes new ones from the largest image",
        count - 1
    );
    let help = "in a rule, set `own_mipmaps = true` (keep the file's mipmaps), `own_mipmaps = false` (make new ones) \
                or `importer = \"dds\"` (keep the file's mipmaps and compressed blocks)";
    Diagnostic::warning(codes::IMAGE_MIPS, message).help(help)
}

/// Imports `.dds` unchanged, with its blocks and all of its mipmaps. This importer takes no extension by default: a rule must
/// name it.
#[derive(Clone, Copy, Debug, Default)]
pub struct DdsFile;

impl Importer for DdsFile {
    type Output = TextureFile;
    type Params = NoParams;
    const NAME: &'static str = "dds";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &[];
    const DEFAULT_PROCESSOR: &'static str = "texture";
    const READS_OTHER_FILES: bool = false;

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<TextureFile, StageError> {
        let bytes = read(ctx)?;
        TextureFile::decode(&bytes).map_err(|error| ctx.fail(diagnostic(&error)))
    }
}

fn read(ctx: &mut ImportContext<'_>) -> Result<Vec<u8>, StageError> {
    read_source(ctx, MAX_BYTES, codes::IMAGE_LIMIT, "check that this is the right file, or make the image smaller")
}

/// Returns the problem that a file without a known image format is of a different known kind.
fn other_kind(error: &ImageError, bytes: &[u8], name: &str) -> Option<Diagnostic> {
    let is_unknown = matches!(error, ImageError::Format { .. });
    let refused = refuse_kinds_except("image", "an image", (name, bytes), codes::IMAGE_UNREADABLE);
    refused.err().filter(|_| is_unknown).map(Diagnostic::from)
}

fn diagnostic(error: &ImageError) -> Diagnostic {
    let code = if error.is_limit() { codes::IMAGE_LIMIT } else { codes::IMAGE_UNREADABLE };
    let help = match error {
        ImageError::Format { .. } => "export the image as PNG, or exclude the file with `exclude = true` in a rule",
        ImageError::Malformed { .. } => "export the image again",
        ImageError::Stored { .. } => {
            "use the `image` importer, which converts the pixels to 8 bits per channel, or save the image in a different format"
        }
        _ => "check that this is the right file, or make the image smaller",
    };
    Diagnostic::error(code, error.to_string()).help(help)
}
