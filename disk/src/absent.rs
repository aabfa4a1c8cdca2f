//! Recognizes errors which mean that a file does not exist.

use std::io;
/// Whether an error means that nothing exists at the path, or that a parent of the path is a file.
pub fn absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
