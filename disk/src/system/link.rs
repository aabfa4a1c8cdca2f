//! The error about a link in place of a folder.

use std::io;
use std::path::Path;

/// Returns the error for a link at `path`, where an output folder or one of its parents should be.
pub(super) fn is_a_link(path: &Path) -> io::Error {
    let message = format!(
        "{}: a symbolic link is in place of this folder, and Rigmill does not write or remove files through links",
        path.display()
    );
    io::Error::new(io::ErrorKind::NotADirectory, message)
}
