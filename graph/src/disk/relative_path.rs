//! Paths relative to a folder, with `/` between their parts.

use std::path::{Path, PathBuf};

/// The path of an entry of a folder.
pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// A path's folder and name.
pub(crate) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// The folders above a relative path, the nearest first; the last one is the empty path.
pub(crate) fn folders_of(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| match path {
        &"" => None,
        path => Some(split(path).0),
    })
    .skip(1)
}

/// A path relative to a folder. The empty path is the folder itself, without a final `/`, which would follow a link.
pub(crate) fn below(folder: &Path, path: &str) -> PathBuf {
    if path.is_empty() { folder.to_owned() } else { folder.join(path) }
}
