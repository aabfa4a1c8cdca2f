//! Moves files into the output folder and removes files from it. No symbolic link on the path is followed, so nothing
//! outside the output folder is written or removed.

use std::io;
use std::path::Path;
/// Removes the file at `path`, relative to `folder`, if it exists and is no folder, then each folder above it that is now
/// empty, `folder` included.
///
/// # Errors
/// When `folder` or a part of the path is a symbolic link; otherwise the system's error.
pub(crate) fn remove_below(folder: &Path, path: &str) -> io::Result<()> {
    let mut names: Vec<&str> = path.split('/').collect();
    if names.iter().any(|name| matches!(*name, "" | "." | "..")) {
        let message = format!("`{path}` is not a path below {}", folder.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let file = names.pop().unwrap_or_default();
    imp::remove_below(folder, &names, file)
}

/// Moves the file `from` to `path`, relative to `folder`, replacing an existing file.
///
/// # Errors
/// When `folder` or a part of the path is a symbolic link or does not exist; otherwise the system's error.
pub(crate) fn move_below(from: &Path, folder: &Path, path: &str) -> io::Result<()> {
    let names: Vec<&str> = path.split('/').collect();
    match names.split_last() {
        Some((file, names)) => imp::move_below(from, folder, names, file),
        None => Ok(()),
    }
}

fn is_a_link(path: &Path) -> io::Error {
    let message = format!(
        "{}: a symbolic link is in place of a folder, and nothing is written or removed through links",
        path.display()
    );
    io::Error::new(io::ErrorKind::NotADirectory, message)
}

#[cfg(unix)]
mod imp {
    use std::io;
    use std::path::{Path, PathBuf};

    use rustix::fd::{AsFd, OwnedFd};
    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, openat, renameat, statat, unlinkat};
    use rustix::io::Errno;

    use super::is_a_link;

    /// Opening a folder on the path must not require permission to list it.
    #[cfg(target_os = "linux")]
    const SEARCH: OFlags = OFlags::PATH;
    #[cfg(not(target_os = "linux"))]
    const SEARCH: OFlags = OFlags::RDONLY;

    pub(super) fn remove_below(folder: &Path, names: &[&str], file: &str) -> io::Result<()> {
        let (Some(parent), Some(name)) = (folder.parent(), folder.file_name()) else { return Ok(()) };
        let Some(parent) = enter(CWD, parent, parent)? else { return Ok(()) };
        let mut path = folder.to_owned();
        let Some(mut last) = enter(&parent, name, &path)? else { return Ok(()) };
        // Each folder's name with the open folder that contains it.
        let mut above: Vec<(OwnedFd, PathBuf)> = vec![(parent, name.into())];
        for name in names {
            path.push(name);
            let Some(next) = enter(&last, *name, &path)? else { return Ok(()) };
            above.push((std::mem::replace(&mut last, next), name.into()));
        }
        remove_file(&last, file)?;
        // A folder that is not empty stays, and so do the folders above it.
        let _ = above.iter().rev().try_for_each(|(folder, name)| unlinkat(folder, name, AtFlags::REMOVEDIR));
        Ok(())
    }

    pub(super) fn move_below(from: &Path, folder: &Path, names: &[&str], file: &str) -> io::Result<()> {
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        let mut path = folder.to_owned();
        let mut last = enter(CWD, folder, &path)?.ok_or_else(missing)?;
        for name in names {
            path.push(name);
            last = enter(&last, *name, &path)?.ok_or_else(missing)?;
        }
        Ok(renameat(CWD, from, &last, file)?)
    }

    /// Opens a folder; `None` if it does not exist.
    fn enter(above: impl AsFd, name: impl rustix::path::Arg + Copy, path: &Path) -> io::Result<Option<OwnedFd>> {
        let flags = SEARCH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match openat(&above, name, flags, Mode::empty()) {
            Ok(folder) => Ok(Some(folder)),
            Err(Errno::NOENT) => Ok(None),
            // Systems report links with different errors.
            Err(Errno::NOTDIR | Errno::LOOP | Errno::MLINK) => {
                match statat(&above, name, AtFlags::SYMLINK_NOFOLLOW).map(|it| FileType::from_raw_mode(it.st_mode)) {
                    Ok(FileType::Symlink) => Err(is_a_link(path)),
                    Ok(_) | Err(Errno::NOENT) => Ok(None),
                    Err(error) => Err(error.into()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }

    fn remove_file(folder: &OwnedFd, name: &str) -> io::Result<()> {
        match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).map(|it| FileType::from_raw_mode(it.st_mode)) {
            Ok(FileType::Directory) | Err(Errno::NOENT) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        match unlinkat(folder, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(not(unix))]
mod imp {
    use std::fs;
    use std::io;
    use std::path::Path;

    use super::is_a_link;
    use crate::disk::absent::absent;

    pub(super) fn move_below(from: &Path, folder: &Path, names: &[&str], file: &str) -> io::Result<()> {
        let mut path = folder.to_owned();
        for name in names {
            path.push(name);
            if fs::symlink_metadata(&path)?.is_symlink() {
                return Err(is_a_link(&path));
            }
        }
        fs::rename(from, path.join(file))
    }

    pub(super) fn remove_below(folder: &Path, names: &[&str], file: &str) -> io::Result<()> {
        let mut places = vec![folder.to_owned()];
        for name in names {
            places.extend(places.last().map(|above| above.join(name)));
        }
        for path in &places {
            match fs::symlink_metadata(path) {
                Ok(found) if found.is_symlink() => return Err(is_a_link(path)),
                Ok(found) if found.is_dir() => {}
                Ok(_) => return Ok(()),
                Err(error) if absent(&error) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        let path = places.last().map(|folder| folder.join(file)).unwrap_or_default();
        if fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir()) {
            return Ok(());
        }
        match fs::remove_file(&path) {
            Err(error) if !absent(&error) => return Err(error),
            _ => {}
        }
        // A folder that is not empty stays, and so do the folders above it.
        let _ = places.iter().rev().try_for_each(fs::remove_dir);
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn only_paths_below_the_folder_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let out = fs::canonicalize(folder.path()).unwrap().join("out");
        fs::create_dir_all(out.join("a/b")).unwrap();
        fs::write(out.join("a/b/file"), "1").unwrap();
        fs::write(out.join("../file"), "1").unwrap();
        for path in ["../file", "a/../../file", "/file", "a//b/file", "", "."] {
            assert!(remove_below(&out, path).is_err(), "{path}");
        }
        assert!(out.join("../file").exists());
        // A missing file, and a folder in place of a file, are no error.
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
