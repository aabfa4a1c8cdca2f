//! The error about a link in place of a folder.

use std::io;
use std::path::Path;

/// The error about a link at `path`, a folder of outputs or a folder on the way to one.
pub(super) fn is_a_link(path: &Path) -> io::Error {
    let message = format!(
        "{}: a symbolic link is in place of a folder, and nothing is written or removed through links",
        path.display()
    );
    io::Error::new(io::ErrorKind::NotADirectory, message)
}
