//! [`RegularFile`]: a file that can be read without waiting, and whose length is known in advance.

use std::fs::{self, File, FileType};
use std::io::{self, Read, Seek};
use std::path::Path;

use thiserror::Error;

use super::system::{kind_of_special_file, open_nonblocking};

/// An open regular file. Pipes, devices and sockets are refused: reading from them may wait or never end.
#[derive(Debug)]
pub struct RegularFile {
    file: File,
    length: u64,
}

/// Why a file is not read: the cause in the [`io::Error`]s of [`RegularFile`] that are not the system's.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Refused {
    /// It is not a regular file.
    #[error("it is {0}, not a file")]
    NotAFile(&'static str),
    /// It is longer than the limit.
    #[error("it is {length} bytes long, and at most {limit} are read")]
    TooLong {
        /// Its length in bytes.
        length: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// It grew or shrank while it was read.
    #[error("its length changed while it was read")]
    Changed,
}

impl RegularFile {
    /// Opens a file for reading, symbolic links followed.
    ///
    /// # Errors
    /// The system's error, and [`Refused::NotAFile`].
    pub fn open(path: &Path) -> io::Result<Self> {
        // Opening a device can have an effect, so the type is checked first, and again once the file is open.
        must_be_file(fs::metadata(path)?.file_type())?;
        let file = open_nonblocking(path)?;
        let metadata = file.metadata()?;
        must_be_file(metadata.file_type())?;
        Ok(Self { file, length: metadata.len() })
    }

    /// Its length in bytes.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Its first bytes, at most `count`.
    ///
    /// # Errors
    /// The system's error.
    pub fn head(&mut self, count: u64) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        (&self.file).take(count).read_to_end(&mut head)?;
        self.file.rewind()?;
        Ok(head)
    }

    /// All of its bytes.
    ///
    /// # Errors
    /// The system's error, and [`Refused`] if there are more than `limit`.
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

/// All bytes of the regular file at a path, at most `limit`.
///
/// # Errors
/// As [`RegularFile::open`] and [`RegularFile::bytes`].
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
