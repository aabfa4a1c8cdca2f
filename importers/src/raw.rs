//! [`Raw`]: imports any file, to copy it.

use rigmill_dom::RawSource;
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::syntax::read_source;

/// The maximum size of a file, in bytes. The file is kept in memory.
const MAX_BYTES: u64 = 1 << 30;

/// Imports any file unchanged. This importer takes no extension by default: a rule must name it.
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
        let bytes =
            read_source(ctx, MAX_BYTES, codes::RAW_TOO_LARGE, "copy the file with your game's build or installer")?;
        let source = ctx.source();
        let extension = source.as_str()[source.asset_name().len()..].to_owned();
        Ok(RawSource { extension, bytes })
    }
}
