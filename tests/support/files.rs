//! Links and identities of files, which differ between systems.

use std::path::Path;

/// Returns the path relative to a folder, with `/` between names on every system.
pub(crate) fn relative(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap().to_str().unwrap().replace(std::path::MAIN_SEPARATOR, "/")
}

/// Returns the absolute path without links, in the form in which Rigmill shows it.
pub(crate) fn real_path(path: &Path) -> std::path::PathBuf {
    // On Windows, the folders of tests contain no links, and the resolved path would begin with `\\?\`.
    if cfg!(windows) { path.to_owned() } else { std::fs::canonicalize(path).unwrap() }
}

/// Creates a symbolic link.
#[cfg(unix)]
pub(crate) fn symlink(target: impl AsRef<Path>, link: impl AsRef<Path>) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

/// Creates a symbolic link. Windows allows this only to some users.
#[cfg(windows)]
pub(crate) fn symlink(target: impl AsRef<Path>, link: impl AsRef<Path>) -> std::io::Result<()> {
    use std::os::windows::fs::{symlink_dir, symlink_file};
    let (target, link) = (target.as_ref(), link.as_ref());
    let is_folder = link.parent().is_some_and(|folder| folder.join(target).is_dir());
    if is_folder { symlink_dir(target, link) } else { symlink_file(target, link) }
}

/// Returns an identity that changes if a file is written again or replaced.
#[cfg(unix)]
pub(crate) fn identity(path: &Path) -> Option<(u64, i64, i64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::symlink_metadata(path).ok()?;
    Some((metadata.ino(), metadata.ctime(), metadata.ctime_nsec()))
}

/// Returns an identity that changes if a file is written again or replaced.
#[cfg(windows)]
pub(crate) fn identity(path: &Path) -> Option<(u64, u64, u64)> {
    use std::os::windows::fs::MetadataExt;
    let metadata = std::fs::symlink_metadata(path).ok()?;
    Some((metadata.creation_time(), metadata.last_write_time(), metadata.file_size()))
}
