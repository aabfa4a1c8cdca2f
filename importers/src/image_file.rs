//! [`ImageFile`]: images.

use rigmill_dom::{Image, ImageError};
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::syntax::read_source;

/// How many bytes a file may have.
const MOST_BYTES: u64 = 512 << 20;

/// Imports `.png`, `.jpg`, `.jpeg`, `.tga`, `.bmp` and `.dds`. The bytes of a file decide which format it is, not its extension.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImageFile;

impl Importer for ImageFile {
    type Output = Image;
    type Params = NoParams;
    const NAME: &'static str = "image";
    const VERSION: u32 = 2;
    const EXTENSIONS: &'static [&'static str] = &["png", "jpg", "jpeg", "tga", "bmp", "dds"];
    const DEFAULT_PROCESSOR: &'static str = "texture";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<Image, StageError> {
        let bytes = read_source(ctx, MOST_BYTES, codes::IMAGE_LIMIT, "see whether it is the right file")?;
        Image::decode(&bytes, ctx.source().file_name()).map_err(|error| ctx.fail(diagnostic(&error)))
    }
}

fn diagnostic(error: &ImageError) -> Diagnostic {
    let code = if error.is_limit() { codes::IMAGE_LIMIT } else { codes::IMAGE_UNREADABLE };
    let help = match error {
        ImageError::Format { .. } => "export it as PNG, or leave it out with `exclude = true` in a rule",
        ImageError::Malformed { .. } => "export the image again",
        _ => "make the image smaller",
    };
    Diagnostic::error(code, error.to_string()).help(help)
}
