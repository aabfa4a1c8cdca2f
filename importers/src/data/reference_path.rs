//! The paths of references.

use rigmill_pipeline::{SourcePath, SourcePathError};

/// The maximum length of a path, in bytes.
const LONGEST: usize = 1024;

/// Converts a text to a path. The error says why the text is not a path.
pub(super) fn reference_path(
    text: &str,
    resolve: impl FnOnce(&str) -> Result<SourcePath, SourcePathError>,
) -> Result<SourcePath, String> {
    if text.len() > LONGEST {
        return Err(format!("the path is {} bytes long, but the limit is {LONGEST} bytes", text.len()));
    }
    resolve(text).map_err(|error| error.to_string())
}
