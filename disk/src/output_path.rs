//! Moves files into the output folder and removes files from it. No symbolic link on the path is followed, so nothing
//! outside the output folder is written or removed.

use std::io;
use std::mem;
use std::path::{Component, Path};

use super::system::OutputFolder;

/// Removes the file at `path`, relative to `folder`, if it exists and is not a folder. Then removes each parent folder that is
/// now empty, up to and including `folder`.
///
/// # Errors
/// Returns an error if `folder` or a part of the path is a symbolic link; otherwise, the system's error.
pub(crate) fn remove_below(folder: &Path, path: &str) -> io::Result<()> {
    let (names, file) = split(folder, path)?;
    let (Some(parent), Some(name)) = (folder.parent(), folder.file_name()) else { return Ok(()) };
    let Some(mut last) = OutputFolder::open(parent)? else { return Ok(()) };
    // Contains each folder on the path with the name of the next one.
    let mut above = Vec::new();
    for name in [Path::new(name)].into_iter().chain(names) {
        let Some(next) = last.enter(name)? else { return Ok(()) };
        above.push((mem::replace(&mut last, next), name));
    }
    last.remove_file(file)?;
    // Windows does not remove open folders.
    drop(last);
    // The loop stops at the first folder that is not empty.
    let _ = above.into_iter().rev().try_for_each(|(folder, name)| folder.remove_folder(name));
    Ok(())
}

/// Moves the file `from` to `path`, relative to `folder`. Replaces an existing file.
///
/// # Errors
/// Returns an error if `folder` or a part of the path is a symbolic link or does not exist; otherwise, the system's error.
pub(crate) fn move_below(from: &Path, folder: &Path, path: &str) -> io::Result<()> {
    let missing = || io::Error::from(io::ErrorKind::NotFound);
    let (names, file) = split(folder, path)?;
    let mut last = OutputFolder::open(folder)?.ok_or_else(missing)?;
    for name in names {
        last = last.enter(name)?.ok_or_else(missing)?;
    }
    last.take(from, file)
}

/// Splits a path into the names of its folders and the file name. Returns an error if a part could lead elsewhere, such as
/// `..`.
fn split<'a>(folder: &Path, path: &'a str) -> io::Result<(Vec<&'a Path>, &'a Path)> {
    let mut names: Vec<&Path> = path.split('/').map(Path::new).collect();
    let is_name = |name: &&Path| name.components().eq([Component::Normal(name.as_os_str())]);
    match names.pop().filter(|file| names.iter().chain([file]).all(is_name)) {
        Some(file) => Ok((names, file)),
        None => {
            let message = format!("`{path}` is not a path below {}", folder.display());
            Err(io::Error::new(io::ErrorKind::InvalidInput, message))
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_paths_below_the_folder_are_written_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let out = fs::canonicalize(folder.path()).unwrap().join("out");
        fs::create_dir_all(out.join("a/b")).unwrap();
        fs::write(out.join("a/b/file"), "1").unwrap();
        fs::write(out.join("../file"), "1").unwrap();
        for path in ["../file", "a/../../file", "/file", "a//b/file", "", "."] {
            assert!(remove_below(&out, path).is_err(), "{path}");
            assert!(move_below(&out.join("a/b/file"), &out, path).is_err(), "{path}");
        }
        assert!(out.join("../file").exists());
        // It is not an error if the file is missing or if a folder is in its place.
        for path in ["x", "x/y", "a/b/file/x", "a/b"] {
            remove_below(&out, path).unwrap();
        }
        assert!(out.join("a/b/file").exists());
        // A link in place of the file is removed; its target stays.
        symlink("b/file", out.join("a/link")).unwrap();
        remove_below(&out, "a/link").unwrap();
        assert!(out.join("a/b/file").exists() && !out.join("a/link").is_symlink());
        remove_below(&out, "a/b/file").unwrap();
        assert!(!out.exists());
    }
}
