//! Reading a source that may be too large.

use std::io;

use rigmill_pipeline::{Found, ImportContext, StageError};

use crate::report::Problem;

/// The bytes of the source. One of more than `limit` bytes is refused before it is read, with this code and remedy.
pub(crate) fn read_source(
    ctx: &mut ImportContext<'_>,
    limit: u64,
    code: &'static str,
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

/// The fact that a file is too large.
pub(crate) fn size_exceeded(file: &str, size: u64, limit: u64) -> String {
    format!("{file} has {size} bytes, at most {limit} are allowed")
}
