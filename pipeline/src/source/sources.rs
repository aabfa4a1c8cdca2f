//! [`Sources`]: the files of a project, for importers.

use std::ffi::OsString;
use std::io;

use super::SourcePath;
use crate::Digest;

/// The files of a project, for importers. The build graph provides the real files; tests provide their own.
pub trait Sources: Sync {
    /// Returns the bytes of a file and their digest; `None` if the file does not exist.
    ///
    /// # Errors
    /// The system's error if the file exists but cannot be read.
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>>;

    /// Returns the digest of a file's bytes; `None` if the file does not exist.
    ///
    /// # Errors
    /// The same as for [`read`](Self::read).
    fn digest(&self, path: &SourcePath) -> io::Result<Option<Digest>> {
        Ok(self.read(path)?.map(|(_, digest)| digest))
    }

    /// Returns the size of a file in bytes; `None` if the file does not exist.
    ///
    /// # Errors
    /// The system's error if the file exists but its size cannot be read.
    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        Ok(self.read(path)?.map(|(bytes, _)| bytes.len() as u64))
    }

    /// Returns the sources that match a glob (`*` within a folder, `**` across folders), sorted by path.
    ///
    /// # Errors
    /// The system's error if a folder cannot be read; `InvalidInput` for a malformed glob.
    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>>;

    /// Returns the value of an environment variable; `None` if it is not set.
    fn env(&self, _name: &str) -> Option<OsString> {
        None
    }
}
