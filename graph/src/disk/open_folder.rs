//! [`OpenFolder`]: an open folder, whose files are examined by name. On Unix the system then need not resolve the whole
//! path of each file.

use std::ffi::CStr;
use std::io;
use std::path::Path;

use super::absent::absent;
use super::stamp::Stamp;

/// An open folder.
pub(crate) struct OpenFolder(imp::Handle);

impl OpenFolder {
    /// Opens a folder; `None` if it does not exist.
    pub(crate) fn open(path: &Path) -> io::Result<Option<Self>> {
        found(imp::open(path)).map(|handle| handle.map(Self))
    }

    /// The folder's own stamp. While it stays the same, so do the names in the folder.
    pub(crate) fn stamp(&self) -> io::Result<Stamp> {
        imp::own_stamp(&self.0)
    }

    /// The stamp of a file in the folder, symbolic links followed; `None` if there is no such file.
    pub(crate) fn file(&self, name: &CStr) -> io::Result<Option<Stamp>> {
        found(imp::file_stamp(&self.0, name)).map(Option::flatten)
    }
}

fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
mod imp {
    use std::ffi::CStr;
    use std::io;
    use std::path::Path;

    use rustix::fd::OwnedFd;
    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, fstat, openat, statat};

    use crate::disk::stamp::Stamp;

    pub(super) type Handle = OwnedFd;

    pub(super) fn open(path: &Path) -> io::Result<Handle> {
        Ok(openat(CWD, path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?)
    }

    pub(super) fn own_stamp(handle: &Handle) -> io::Result<Stamp> {
        Ok(Stamp::of_stat(&fstat(handle)?))
    }

    pub(super) fn file_stamp(handle: &Handle, name: &CStr) -> io::Result<Option<Stamp>> {
        let stat = statat(handle, name, AtFlags::empty())?;
        Ok(FileType::from_raw_mode(stat.st_mode).is_file().then(|| Stamp::of_stat(&stat)))
    }
}

#[cfg(not(unix))]
mod imp {
    use std::ffi::CStr;
    use std::fs;
    use std::io;
    use std::path::{Path, PathBuf};

    use crate::disk::stamp::Stamp;

    pub(super) type Handle = PathBuf;

    pub(super) fn open(path: &Path) -> io::Result<Handle> {
        fs::metadata(path).map(|_| path.to_owned())
    }

    pub(super) fn own_stamp(handle: &Handle) -> io::Result<Stamp> {
        fs::metadata(handle).map(|metadata| Stamp::of(&metadata))
    }

    pub(super) fn file_stamp(handle: &Handle, name: &CStr) -> io::Result<Option<Stamp>> {
        let name = name.to_str().map_err(io::Error::other)?;
        let metadata = fs::metadata(handle.join(name))?;
        Ok(metadata.is_file().then(|| Stamp::of(&metadata)))
    }
}
