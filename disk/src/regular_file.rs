//! [`RegularFile`]: a file that can be read without waiting and whose length is known in advance.

use std::fs::{self, File, FileType};
use std::io::{self, Read, Seek};
use std::path::Path;

use thiserror::Error;

use super::system::{kind_of_special_file, open_nonblocking};

/// An open regular file. Opening a pipe, device or socket is an error, because reading from it could wait or never end.
#[derive(Debug)]
pub struct RegularFile {
    file: File,
    length: u64,
}

/// The reason why a file is not read. This is the inner error of those [`io::Error`]s of [`RegularFile`] that do not come from
/// the system.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Refused {
    /// The path is not a regular file. The string describes what it is instead.
    #[error("the path leads to {0}, not to a file")]
    NotAFile(&'static str),
    /// The file is longer than the limit.
    #[error("the file is {length} bytes long, but the limit is {limit} bytes")]
    TooLong {
        /// The length of the file, in bytes.
        length: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The file grew or shrank while it was read.
    #[error("the length of the file changed while Rigmill read it")]
    Changed,
}

impl RegularFile {
    /// Opens a file for reading, following symbolic links.
    ///
    /// # Errors
    /// Returns the system's error, or [`Refused::NotAFile`].
    pub fn open(path: &Path) -> io::Result<Self> {
        // Opening a device can have side effects, so the type is checked before opening, and again after.
        must_be_file(fs::metadata(path)?.file_type())?;
        let file = open_nonblocking(path)?;
        let metadata = file.metadata()?;
        must_be_file(metadata.file_type())?;
        Ok(Self { file, length: metadata.len() })
    }

    /// Returns the file's length in bytes.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Returns the first bytes of the file, at most `count`.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn head(&mut self, count: u64) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        (&self.file).take(count).read_to_end(&mut head)?;
        self.file.rewind()?;
        Ok(head)
    }

    /// Returns all bytes of the file.
    ///
    /// # Errors
    /// Returns the system's error, or [`Refused`] if the file has more than `limit` bytes or changed while it was read.
    pub fn bytes(mut self, limit: u64) -> io::Result<Vec<u8>> {
        let length = self.length;
        if length > limit {
            return Err(refused(io::ErrorKind::FileTooLarge, Refused::TooLong { length, limit }));
        }
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(usize::try_from(length).map_err(io::Error::other)?)?;
        (&mut self.file).take(length).read_to_end(&mut bytes)?;
        let more = self.file.read(&mut [0])? > 0;
        if more || bytes.len() as u64 != length {
            return Err(refused(io::ErrorKind::ResourceBusy, Refused::Changed));
        }
        Ok(bytes)
    }
}

/// Returns all bytes of the regular file at a path, if there are at most `limit`.
///
/// # Errors
/// Returns the errors of [`RegularFile::open`] and [`RegularFile::bytes`].
pub fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    RegularFile::open(path)?.bytes(limit)
}

fn must_be_file(found: FileType) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    Err(refused(io::ErrorKind::InvalidInput, Refused::NotAFile(kind(found))))
}

fn refused(kind: io::ErrorKind, why: Refused) -> io::Error {
    io::Error::new(kind, why)
}

fn kind(found: FileType) -> &'static str {
    if found.is_dir() { "a folder" } else { kind_of_special_file(found) }
}
