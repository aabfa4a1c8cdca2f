//! [`OpenFolder`]: an open folder whose files are examined by name. On Unix, the system does not need to resolve the whole path
//! of each file.

use std::ffi::CStr;
use std::io;
use std::path::Path;

use super::absent::absent;
use super::stamp::Stamp;
use super::system::Folder;

/// An open folder whose files are examined by name.
pub struct OpenFolder(Folder);

impl OpenFolder {
    /// Opens a folder; `None` if it does not exist.
    pub fn open(path: &Path) -> io::Result<Option<Self>> {
        found(Folder::open(path)).map(|folder| folder.map(Self))
    }

    /// Returns the folder's own stamp. While it stays the same, the names in the folder also stay the same.
    pub fn stamp(&self) -> io::Result<Stamp> {
        self.0.stamp()
    }

    /// Returns the stamp of a file in the folder, following symbolic links; `None` if there is no such file.
    pub fn file(&self, name: &CStr) -> io::Result<Option<Stamp>> {
        found(self.0.file(name)).map(Option::flatten)
    }
}

fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}
