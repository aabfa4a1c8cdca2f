//! [`ImageFile`] and [`DdsFile`]: images, and textures that are stored ready for a GPU.

use rigmill_dom::{ImageError, ImageSource, TextureFile};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::syntax::read_source;

/// How many bytes a file may have.
const MOST_BYTES: u64 = 512 << 20;

/// Imports `.png`, `.jpg`, `.jpeg`, `.tga`, `.bmp` and `.dds`. The bytes of a file decide which format it is, not its extension.
///
/// A DDS file may hold a cube map. Its smaller mipmaps are not read: the processor makes them.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImageFile;

impl Importer for ImageFile {
    type Output = ImageSource;
    type Params = NoParams;
    const NAME: &'static str = "image";
    const VERSION: u32 = 3;
    const EXTENSIONS: &'static [&'static str] = &["png", "jpg", "jpeg", "tga", "bmp", "dds"];
    const DEFAULT_PROCESSOR: &'static str = "texture";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<ImageSource, StageError> {
        let bytes = read(ctx)?;
        ImageSource::decode(&bytes, ctx.source().file_name()).map_err(|error| ctx.fail(diagnostic(&error)))
    }
}

/// Imports `.dds` as it is, with its blocks and all its mipmaps. It takes no extension by itself: a rule has to name it.
#[derive(Clone, Copy, Debug, Default)]
pub struct DdsFile;

impl Importer for DdsFile {
    type Output = TextureFile;
    type Params = NoParams;
    const NAME: &'static str = "dds";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &[];
    const DEFAULT_PROCESSOR: &'static str = "texture";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<TextureFile, StageError> {
        let bytes = read(ctx)?;
        TextureFile::decode(&bytes).map_err(|error| ctx.fail(diagnostic(&error)))
    }
}

fn read(ctx: &mut ImportContext<'_>) -> Result<Vec<u8>, StageError> {
    read_source(ctx, MOST_BYTES, codes::IMAGE_LIMIT, "see whether it is the right file")
}

fn diagnostic(error: &ImageError) -> Diagnostic {
    let code = if error.is_limit() { codes::IMAGE_LIMIT } else { codes::IMAGE_UNREADABLE };
    let help = match error {
        ImageError::Format { .. } => "export it as PNG, or leave it out with `exclude = true` in a rule",
        ImageError::Malformed { .. } => "export the image again",
        ImageError::Stored { .. } => {
            "use the importer `image`, which makes pixels of eight bits of it, or save it in another format"
        }
        _ => "make the image smaller",
    };
    Diagnostic::error(code, error.to_string()).help(help)
}
