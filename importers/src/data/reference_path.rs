//! The paths of references.

use rigmill_pipeline::{SourcePath, SourcePathError};

/// How many bytes a path may have.
const LONGEST: usize = 1024;

/// The path of a text, or the fact why it is not one.
pub(super) fn reference_path(
    text: &str,
    resolve: impl FnOnce(&str) -> Result<SourcePath, SourcePathError>,
) -> Result<SourcePath, String> {
    if text.len() > LONGEST {
        return Err(format!("the path has {} bytes, at most {LONGEST} are allowed", text.len()));
    }
    resolve(text).map_err(|error| error.to_string())
}
