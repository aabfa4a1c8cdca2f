//! Paths relative to a folder, with `/` between their parts.

use std::path::{Path, PathBuf};

/// Returns the path of an entry in a folder.
pub fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Splits a path into its folder and its name.
pub fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// Returns the folders above a relative path, nearest first. The last one is the empty path.
pub fn folders_of(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| match path {
        &"" => None,
        path => Some(split(path).0),
    })
    .skip(1)
}

/// Joins a folder and a relative path. The empty path means the folder itself; it gets no trailing `/`, which would follow a
/// link.
pub fn below(folder: &Path, path: &str) -> PathBuf {
    if path.is_empty() { folder.to_owned() } else { folder.join(path) }
}

/// Returns a path as messages show it: with the system's separator throughout, even if a relative path was joined to it.
pub fn shown(path: &Path) -> String {
    path.components().collect::<PathBuf>().display().to_string()
}
