//! [`SpriteFont`]: imports XNA's font descriptions (`.spritefont`), with the outlines of their characters.
//!
//! A description names a font by its family. The font itself is a file of the project, which this module finds and reads. Fonts
//! of the operating system are never used, because a build would then depend on the machine.

mod description;
mod face;
mod outlines;
mod search;

use rigmill_dom::FontSource;
use rigmill_pipeline::{ImportContext, Importer, SourceText, StageError};

use self::description::Description;
use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::read_source;
use crate::syntax::xml::{Cursor, decode};

/// The maximum size of a description, in bytes.
const LARGEST_SOURCE: u64 = 4 << 20;

rigmill_pipeline::params! {
    /// Parameters of the importer `spritefont`.
    pub struct SpriteFontParams {
        /// The path of a font file (`.ttf`, `.otf` or `.ttc`), relative to the project folder. By default, the importer
        /// searches the project for the font named by `FontName` in the `.spritefont` file.
        font: Option<String> = None,
        /// If true, the importer uses the font's hinting, as XNA does. Hinting aligns the outlines of characters with
        /// the pixel grid.
        hinting: bool = true,
    }
}

/// Imports `.spritefont`: the XML of XNA's `FontDescription`, with the outlines of its characters from a font file in the
/// project.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpriteFont;

impl Importer for SpriteFont {
    type Output = FontSource;
    type Params = SpriteFontParams;
    const NAME: &'static str = "spritefont";
    const VERSION: u32 = 3;
    const EXTENSIONS: &'static [&'static str] = &["spritefont"];
    const DEFAULT_PROCESSOR: &'static str = "sprite-font";

    fn import(&self, ctx: &mut ImportContext<'_>, params: &SpriteFontParams) -> Result<FontSource, StageError> {
        let (description, text) = read_description(ctx)?;
        let file = search::font_file((&description, &text), params.font.as_deref(), ctx)?;
        let of_parameter = |problem: Problem| match params.font {
            Some(_) => problem.of_parameter("font"),
            None => problem,
        };
        let face = file.face().map_err(|problem| ctx.fail(of_parameter(problem).into()))?;
        let outlines = outlines::read(&face, &description, params.hinting);
        let (source, missing) = outlines.map_err(|problem| ctx.fail(problem.in_part(file.path()).into()))?;
        if let Some(warning) = outlines::missing_characters(&missing, &description) {
            ctx.report(warning.in_part(file.path()).warning().into());
        }
        Ok(source)
    }
}

/// Reads the description. Returns its text, too.
fn read_description(ctx: &mut ImportContext<'_>) -> Result<(Description, SourceText), StageError> {
    let bytes = read_source(ctx, LARGEST_SOURCE, codes::FONT_LIMIT, "check that this is a font description")?;
    let text = decode(bytes, ctx.source().file_name()).map_err(|problem| ctx.fail(problem.into()))?;
    let mut cursor = Cursor::new(&text);
    let description = description::read(&mut cursor);
    let description = cursor.into_problems().conclude(description, &text, None, ctx)?;
    Ok((description, text))
}
