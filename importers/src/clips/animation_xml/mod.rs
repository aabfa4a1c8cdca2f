//! [`AnimationXml`]: imports the `.Animation` XML that .NET's XmlSerializer writes.
//!
//! The importer accepts what XmlSerializer accepts: elements in any order, any encoding, and unknown elements, which it skips
//! with a warning. Unlike XmlSerializer, it rejects what would break later: numbers of keys that do not match the key count,
//! times that do not ascend, and text that is not a number.

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

/// The maximum size of a source, in bytes.
const LARGEST_SOURCE: u64 = 64 << 20;
/// The maximum number of lines in a source.
const MAX_LINES: usize = 8 << 20;
const TOO_LARGE: &str = "split the animation";

/// Imports the `.Animation` XML that .NET's XmlSerializer writes.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnimationXml;

impl Importer for AnimationXml {
    type Output = AnimationSource;
    type Params = NoParams;
    const NAME: &'static str = "animation-xml";
    const VERSION: u32 = 3;
    const EXTENSIONS: &'static [&'static str] = &["Animation"];
    const DEFAULT_PROCESSOR: &'static str = "animation";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<AnimationSource, StageError> {
        let bytes = read_source(ctx, LARGEST_SOURCE, codes::XML_LIMIT, TOO_LARGE)?;
        let text = text_of(bytes, ctx.source().file_name()).map_err(|problem| ctx.fail(problem.into()))?;
        let mut cursor = Cursor::new(&text);
        let source = document::read(&mut cursor);
        cursor.into_problems().conclude(source, &text, None, ctx)
    }
}

fn text_of(bytes: Vec<u8>, name: &str) -> Result<SourceText> {
    // Counts in pieces so short that a byte can hold the count, because the compiler turns this into fast code.
    let lines_of = |piece: &[u8]| piece.iter().map(|byte| u8::from(matches!(byte, b'\n' | b'\r'))).sum::<u8>();
    let lines: usize = bytes.chunks(255).map(|piece| usize::from(lines_of(piece))).sum();
    if lines > MAX_LINES {
        let fact = format!("the file has {lines} lines, but at most {MAX_LINES} are allowed");
        return Err(Problem::new(codes::XML_LIMIT, fact, TOO_LARGE));
    }
    decode(bytes, name)
}
