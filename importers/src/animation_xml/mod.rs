//! [`AnimationXml`]: the `.Animation` XML that .NET's XmlSerializer writes.
//!
//! Reads what XmlSerializer reads: any order of elements, any encoding, unknown elements passed over with a warning.
//! Unlike it, the importer refuses what would break later: keys that do not fit their count, times that do not
//! ascend, numbers that are none.

mod document;
mod field;
mod item;
mod list;
mod rules;
mod scalar;
mod sequence;

use rigmill_dom::AnimationSource;
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, SourceText, StageError};

use crate::bounded::read_source;
use crate::codes;
use crate::xml::{Cursor, decode};

/// How many bytes a source may have.
const LARGEST_SOURCE: u64 = 64 << 20;
/// How many lines a source may have.
const MOST_LINES: usize = 8 << 20;

/// Imports the `.Animation` XML that .NET's XmlSerializer writes.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnimationXml;

impl Importer for AnimationXml {
    type Output = AnimationSource;
    type Params = NoParams;
    const NAME: &'static str = "animation-xml";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["Animation"];
    const DEFAULT_PROCESSOR: &'static str = "animation";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<AnimationSource, StageError> {
        let bytes = read_source(ctx, LARGEST_SOURCE, too_large)?;
        let text = text_of(bytes).map_err(|diagnostic| ctx.fail(*diagnostic))?;
        let mut cursor = Cursor::new(&text);
        let source = document::read(&mut cursor);
        let failed = cursor.problems().any_error();
        for diagnostic in cursor.into_problems().into_diagnostics() {
            ctx.report(diagnostic);
        }
        source.ok().filter(|_| !failed).ok_or(StageError::Diagnosed)
    }
}

fn text_of(bytes: Vec<u8>) -> Result<SourceText, Box<Diagnostic>> {
    // In pieces so short that a byte can count, which the compiler turns into fast code.
    let lines_of = |piece: &[u8]| piece.iter().map(|byte| u8::from(matches!(byte, b'\n' | b'\r'))).sum::<u8>();
    let lines: usize = bytes.chunks(255).map(|piece| usize::from(lines_of(piece))).sum();
    if lines > MOST_LINES {
        return Err(Box::new(too_large(format!("the file has {lines} lines, at most {MOST_LINES} are allowed"))));
    }
    decode(bytes)
}

fn too_large(message: String) -> Diagnostic {
    Diagnostic::error(codes::LIMIT, message).help("split the animation")
}
