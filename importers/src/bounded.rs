//! Reading a source that may be too large.

use rigmill_pipeline::{Diagnostic, ImportContext, StageError};

/// The bytes of the source. One of more than `limit` bytes is refused before it is read, with the diagnostic that
/// `too_large` makes of the fact.
pub(crate) fn read_source(
    ctx: &mut ImportContext<'_>,
    limit: u64,
    too_large: impl Fn(String) -> Diagnostic,
) -> Result<Vec<u8>, StageError> {
    let refusal = |size: u64| too_large(format!("the file has {size} bytes, at most {limit} are allowed"));
    let size = ctx.source_size()?;
    if size > limit {
        return Err(ctx.fail(refusal(size)));
    }
    let bytes = ctx.read_source()?;
    match bytes.len() as u64 {
        grown if grown > limit => Err(ctx.fail(refusal(grown))),
        _ => Ok(bytes),
    }
}
