//! Reads sources up to a size limit.

use std::io;

use rigmill_pipeline::{Code, Found, ImportContext, StageError};

use crate::report::Problem;

/// Reads the source. If it has more than `limit` bytes, it is rejected with this code and remedy before it is read.
pub(crate) fn read_source(
    ctx: &mut ImportContext<'_>,
    limit: u64,
    code: Code,
    help: &str,
) -> Result<Vec<u8>, StageError> {
    let source = ctx.source();
    match ctx.read_within(source, limit)? {
        Found::Bytes(bytes) => Ok(bytes),
        Found::TooLarge(size) => Err(ctx.fail(Problem::new(code, size_exceeded("the file", size, limit), help).into())),
        Found::Missing => Err(StageError::Io {
            path: source.clone(),
            error: io::Error::new(io::ErrorKind::NotFound, "there is no such file"),
        }),
    }
}

/// Returns the message that a file is too large.
pub(crate) fn size_exceeded(file: &str, size: u64, limit: u64) -> String {
    format!("{file} is {size} bytes long, but the limit is {limit} bytes")
}
