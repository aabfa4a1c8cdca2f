//! Reading a source that may be too large.

use std::io;

use rigmill_pipeline::{Diagnostic, Found, ImportContext, StageError};

/// The bytes of the source. One of more than `limit` bytes is refused before it is read, with the diagnostic that
/// `too_large` makes of the fact.
pub(crate) fn read_source(
    ctx: &mut ImportContext<'_>,
    limit: u64,
    too_large: impl Fn(String) -> Diagnostic,
) -> Result<Vec<u8>, StageError> {
    let source = ctx.source();
    match ctx.read_within(source, limit)? {
        Found::Bytes(bytes) => Ok(bytes),
        Found::TooLarge(size) => Err(ctx.fail(too_large(beyond("the file", size, limit)))),
        Found::Missing => Err(StageError::Io { path: source.clone(), error: io::ErrorKind::NotFound.into() }),
    }
}

/// That a file is too large.
pub(crate) fn beyond(file: &str, size: u64, limit: u64) -> String {
    format!("{file} has {size} bytes, at most {limit} are allowed")
}
