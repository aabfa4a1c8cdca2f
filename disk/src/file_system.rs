//! [`Disk`]: the file operations that a build uses. It is a trait, so that tests can make any operation fail.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::thread::{self, JoinHandle};

use super::absent::absent;
use super::output_path::{move_below, remove_below};
use super::source_file::SourceFile;
use super::stamp::{Found, Stamp};
use super::system::{FLUSH_FILE_SYSTEM, flush_file, found_at, found_open, open_nonblocking, replace};

/// A file that is open for reading.
pub trait OpenFile: Read {
    /// Returns the current stamp of the open file, even if a different file now exists at its path.
    ///
    /// # Errors
    /// Returns the system's error.
    fn stamp(&self) -> io::Result<Stamp>;
}

impl OpenFile for File {
    fn stamp(&self) -> io::Result<Stamp> {
        found_open(self).map(|found| found.stamp)
    }
}

type Opened<'a> = Option<(Box<dyn OpenFile + 'a>, Stamp)>;

/// Returns the opened file, or `None` if it is not a regular file. Some systems cannot open other kinds of files; `stamp`
/// distinguishes this case from an error.
fn opened<'a>(file: io::Result<File>, stamp: impl FnOnce() -> io::Result<Option<Stamp>>) -> io::Result<Opened<'a>> {
    match file.and_then(|file| found_open(&file).map(|found| (file, found))) {
        Ok((file, found)) if found.is_file => Ok(Some((Box::new(file), found.stamp))),
        Ok(_) => Ok(None),
        Err(error) if absent(&error) => Ok(None),
        Err(error) => stamp()?.map_or(Ok(None), |_| Err(error)),
    }
}

/// A file system.
pub trait Disk: Send + Sync {
    /// Returns the stamp of a file, following symbolic links; `None` if there is no file.
    ///
    /// # Errors
    /// Returns the system's error if the file exists but cannot be examined.
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>>;

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// Returns the system's error.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Opens a file for reading.
    ///
    /// # Errors
    /// Returns the system's error.
    fn open(&self, path: &Path) -> io::Result<File> {
        File::open(path)
    }

    /// Returns the stamp of a source, following symbolic links; `None` if there is no file.
    ///
    /// # Errors
    /// Returns an error if a link leads to a forbidden location, and the system's error if the file exists but cannot be
    /// examined.
    fn source_stamp(&self, source: &SourceFile<'_>) -> io::Result<Option<Stamp>> {
        source.stamp()
    }

    /// Opens a source for reading, following symbolic links, and also returns its stamp; `None` if there is no file.
    ///
    /// # Errors
    /// Returns an error if a link leads to a forbidden location, and the system's error if the file exists but cannot be
    /// opened.
    fn open_source(&self, source: &SourceFile<'_>) -> io::Result<Option<(Box<dyn OpenFile + '_>, Stamp)>> {
        opened(source.open(), || self.source_stamp(source))
    }

    /// Opens a file for reading, following symbolic links, and also returns its stamp; `None` if there is no file.
    ///
    /// # Errors
    /// Returns the system's error if the file exists but cannot be opened.
    fn open_file(&self, path: &Path) -> io::Result<Option<(Box<dyn OpenFile + '_>, Stamp)>> {
        opened(open_nonblocking(path), || self.stamp(path))
    }

    /// Creates a file and returns its stamp.
    ///
    /// # Errors
    /// Returns the system's error, including when the file already exists. After an error, the file may be incomplete.
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<Stamp>;

    /// Writes bytes at the end of an open file.
    ///
    /// # Errors
    /// Returns the system's error. After an error, some of the bytes may have been written.
    fn append(&self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    /// Moves a file (replacing an existing one) or a folder (to an unused path) in one step.
    ///
    /// # Errors
    /// Returns the system's error. In this case, nothing has changed.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file, if it exists.
    ///
    /// # Errors
    /// Returns the system's error.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes the file at `path`, relative to `folder`, if it exists and is not a folder. Then removes each parent folder that
    /// is now empty, up to and including `folder`.
    ///
    /// # Errors
    /// Returns the system's error. Also returns an error if a part of the path is a symbolic link, which could lead out of the
    /// output folder.
    fn remove_below(&self, folder: &Path, path: &str) -> io::Result<()> {
        remove_below(folder, path)
    }

    /// Moves the file `from` to `path`, relative to `folder`, in one step. Replaces an existing file.
    ///
    /// # Errors
    /// Returns the system's error. Also returns an error if a part of the path is a symbolic link, which could lead out of the
    /// output folder.
    fn move_below(&self, from: &Path, folder: &Path, path: &str) -> io::Result<()> {
        move_below(from, folder, path)
    }

    /// Creates a folder in an existing folder, if it does not exist.
    ///
    /// # Errors
    /// Returns the system's error. Also returns an error if something else exists at the path, such as a symbolic link, which
    /// could lead out of the output folder.
    fn make_folder(&self, path: &Path) -> io::Result<()>;

    /// Starts to flush the file system of `folder` in the background, if this makes a later [`flush`](Self::flush) faster. The
    /// thread returns the system's result.
    fn start_flush(&self, folder: &Path) -> Option<JoinHandle<io::Result<()>>> {
        let _ = folder;
        None
    }

    /// Flushes files on the file system of `folder` to the device. This does not include renames.
    ///
    /// # Errors
    /// Returns the system's error.
    fn flush(&self, folder: &Path, files: &[&Path]) -> io::Result<()>;
}

/// The real file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

/// The number of files from which flushing the whole file system is cheaper than flushing each file.
const MANY_FILES: usize = 64;

impl Disk for RealDisk {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        match found_at(path) {
            Err(error) if absent(&error) => Ok(None),
            found => found.map(Found::file),
        }
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<Stamp> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(bytes)?;
        Ok(found_open(&file)?.stamp)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        replace(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        match fs::remove_file(path) {
            Err(error) if !absent(&error) => Err(error),
            _ => Ok(()),
        }
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        match fs::create_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => must_be_folder(path),
            result => result,
        }
    }

    fn start_flush(&self, folder: &Path) -> Option<JoinHandle<io::Result<()>>> {
        let (flush, folder) = (FLUSH_FILE_SYSTEM?, folder.to_owned());
        thread::Builder::new().spawn(move || flush(&folder)).ok()
    }

    fn flush(&self, folder: &Path, files: &[&Path]) -> io::Result<()> {
        match FLUSH_FILE_SYSTEM {
            Some(flush) if files.len() >= MANY_FILES => flush(folder),
            _ => files.iter().try_for_each(|file| flush_file(file)),
        }
    }
}

fn must_be_folder(path: &Path) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    let message = match (found.is_dir(), found.is_symlink()) {
        (true, _) => return Ok(()),
        (_, true) => "a symbolic link is in place of this folder, and Rigmill does not write through links",
        _ => "a file is in place of this folder",
    };
    Err(io::Error::new(io::ErrorKind::NotADirectory, format!("{}: {message}", path.display())))
}
