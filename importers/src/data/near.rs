//! "Did you mean" and paths, for texts of any length.

use rigmill_pipeline::{SourcePath, SourcePathError, nearest};

/// For names longer than so many bytes no likeness is sought: the time and memory it takes grow with the length.
const LONGEST: usize = 128;
/// How many bytes a path may have.
const LONGEST_PATH: usize = 1024;

/// The candidate most like `name`, if one is near enough to be what was meant.
pub(super) fn near<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates = candidates.into_iter().filter(|candidate| candidate.len() <= LONGEST);
    (name.len() <= LONGEST).then(|| nearest(name, candidates)).flatten()
}

/// The path of a text; what is wrong with it, in words, where it is none.
pub(super) fn path_of(
    text: &str,
    resolve: impl FnOnce(&str) -> Result<SourcePath, SourcePathError>,
) -> Result<SourcePath, String> {
    if text.len() > LONGEST_PATH {
        return Err(format!("the path has {} bytes, at most {LONGEST_PATH} are allowed", text.len()));
    }
    resolve(text).map_err(|error| error.to_string())
}
