//! [`Raw`]: any file, to be copied.

use rigmill_dom::RawSource;
use rigmill_pipeline::{Diagnostic, ImportContext, Importer, NoParams, StageError};

use crate::bounded::read_source;
use crate::codes;

/// The largest file: it is held in memory.
const MOST_BYTES: u64 = 1 << 30;

/// Imports any file as it is. It claims none: a rule has to name it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Raw;

impl Importer for Raw {
    type Output = RawSource;
    type Params = NoParams;
    const NAME: &'static str = "raw";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &[];
    const DEFAULT_PROCESSOR: &'static str = "copy";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<RawSource, StageError> {
        let too_large = |fact| Diagnostic::error(codes::RAW_TOO_LARGE, fact).help("copy it by other means");
        let bytes = read_source(ctx, MOST_BYTES, too_large)?;
        let source = ctx.source();
        let ending = source.as_str()[source.asset_name().len()..].to_owned();
        Ok(RawSource { ending, bytes })
    }
}
