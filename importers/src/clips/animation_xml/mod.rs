//! [`AnimationXml`]: the `.Animation` XML that .NET's XmlSerializer writes.
//!
//! Reads what XmlSerializer reads: any order of elements, any encoding, unknown elements passed over with a warning.
//! Unlike it, the importer refuses what would break later: keys that do not fit their count, times that do not
//! ascend, and texts that are not numbers.

mod document;
mod field;
mod item;
mod list;
mod rules;
mod scalar;
mod sequence;

use rigmill_dom::AnimationSource;
use rigmill_pipeline::{ImportContext, Importer, NoParams, SourceText, StageError};

use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::read_source;
use crate::syntax::xml::{Cursor, decode};

/// How many bytes a source may have.
const LARGEST_SOURCE: u64 = 64 << 20;
/// How many lines a source may have.
const MOST_LINES: usize = 8 << 20;
const TOO_LARGE: &str = "split the animation";

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
        let bytes = read_source(ctx, LARGEST_SOURCE, codes::LIMIT, TOO_LARGE)?;
        let text = text_of(bytes).map_err(|problem| ctx.fail(problem.into()))?;
        let mut cursor = Cursor::new(&text);
        let source = document::read(&mut cursor);
        cursor.into_problems().conclude(source, &text, None, ctx)
    }
}

fn text_of(bytes: Vec<u8>) -> Result<SourceText> {
    // In pieces so short that a byte can count, which the compiler turns into fast code.
    let lines_of = |piece: &[u8]| piece.iter().map(|byte| u8::from(matches!(byte, b'\n' | b'\r'))).sum::<u8>();
    let lines: usize = bytes.chunks(255).map(|piece| usize::from(lines_of(piece))).sum();
    if lines > MOST_LINES {
        let fact = format!("the file has {lines} lines, at most {MOST_LINES} are allowed");
        return Err(Problem::new(codes::LIMIT, fact, TOO_LARGE));
    }
    decode(bytes)
}
