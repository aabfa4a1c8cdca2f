//! [`Disk`]: every file operation of the graph goes through here, so that tests can make any one of them fail.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::thread::{self, JoinHandle};

use super::absent::absent;
use super::output_path::{place_below, remove_below};
use super::source_file::{SourceFile, open_at_once};
use super::stamp::Stamp;

/// A file that is open for reading.
pub trait OpenFile: Read {
    /// The stamp it has now, whatever is at its path.
    ///
    /// # Errors
    /// What the system says.
    fn stamp(&self) -> io::Result<Stamp>;
}

impl OpenFile for File {
    fn stamp(&self) -> io::Result<Stamp> {
        self.metadata().map(|metadata| Stamp::of(&metadata))
    }
}

type Opened<'a> = Option<(Box<dyn OpenFile + 'a>, Stamp)>;

/// What opening a path gave; `None` for what is no file. Some systems cannot open that: `stamp` tells it from errors.
fn opened<'a>(file: io::Result<File>, stamp: impl FnOnce() -> io::Result<Option<Stamp>>) -> io::Result<Opened<'a>> {
    match file.and_then(|file| file.metadata().map(|metadata| (file, metadata))) {
        Ok((file, metadata)) if metadata.is_file() => Ok(Some((Box::new(file), Stamp::of(&metadata)))),
        Ok(_) => Ok(None),
        Err(error) if absent(&error) => Ok(None),
        Err(error) => stamp()?.map_or(Ok(None), |_| Err(error)),
    }
}

/// A file system.
pub trait Disk: Send + Sync {
    /// The stamp of a file, symbolic links followed; `None` when there is no file.
    ///
    /// # Errors
    /// What the system says when the file is there and cannot be examined.
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// What the system says.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Opens a file for reading.
    ///
    /// # Errors
    /// What the system says.
    fn open(&self, path: &Path) -> io::Result<File> {
        File::open(path)
    }

    /// The stamp of a source, symbolic links followed; `None` when there is no file.
    ///
    /// # Errors
    /// When a link leads where none may, and what the system says when the file is there and cannot be examined.
    fn source_stamp(&self, source: &SourceFile<'_>) -> io::Result<Option<Stamp>> {
        source.stamp()
    }

    /// Opens a source for reading, symbolic links followed, and gives the stamp it has then; `None` when there is no
    /// file.
    ///
    /// # Errors
    /// When a link leads where none may, and what the system says when the file is there and cannot be opened.
    fn open_source(&self, source: &SourceFile<'_>) -> io::Result<Option<(Box<dyn OpenFile + '_>, Stamp)>> {
        opened(source.open(), || self.source_stamp(source))
    }

    /// Opens a file for reading, symbolic links followed, and gives the stamp it has then; `None` when there is no file.
    ///
    /// # Errors
    /// What the system says when the file is there and cannot be opened.
    fn open_file(&self, path: &Path) -> io::Result<Option<(Box<dyn OpenFile + '_>, Stamp)>> {
        opened(open_at_once(path), || self.stamp(path))
    }

    /// Writes a file that is not there yet, and gives its stamp.
    ///
    /// # Errors
    /// What the system says; the file may then be there in part.
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<Stamp>;

    /// Writes at the end of an open file.
    ///
    /// # Errors
    /// What the system says; the bytes may then be there in part.
    fn append(&self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    /// Moves a file, replacing the one that is there, or a folder to where nothing is, in one step.
    ///
    /// # Errors
    /// What the system says; all is then as it was.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file; that there is none is no error.
    ///
    /// # Errors
    /// What the system says.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes the file at `path`, relative to `folder`, then each folder above it that is empty without it, `folder`
    /// included. That the file is gone is no error, nor is a folder in its place.
    ///
    /// # Errors
    /// What the system says, and when an element of the path is a symbolic link: through it one could remove files
    /// outside the output folder.
    fn remove_below(&self, folder: &Path, path: &str) -> io::Result<()> {
        remove_below(folder, path)
    }

    /// Moves the file `from` to `path`, relative to `folder`, replacing the one that is there, in one step.
    ///
    /// # Errors
    /// What the system says, and when an element of the path is a symbolic link: through it one could replace files
    /// outside the output folder.
    fn place_below(&self, from: &Path, folder: &Path, path: &str) -> io::Result<()> {
        place_below(from, folder, path)
    }

    /// Makes one folder in an existing one; that it is there already is no error.
    ///
    /// # Errors
    /// What the system says, and when something other than a folder is there: a symbolic link, too, since through it
    /// one could write outside the output folder.
    fn make_folder(&self, path: &Path) -> io::Result<()>;

    /// Begins to make last what was written on the file system of `folder`, where that spares a later
    /// [`flush`](Self::flush) time. The thread ends with what the system says.
    fn flush_ahead(&self, folder: &Path) -> Option<JoinHandle<io::Result<()>>> {
        let _ = folder;
        None
    }

    /// Makes what was written in these files last, on the file system of `folder`. Renames are not included.
    ///
    /// # Errors
    /// What the system says.
    fn flush(&self, folder: &Path, files: &[&Path]) -> io::Result<()>;
}

/// The machine's own file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

/// From this many files on, flushing the whole file system at once is cheaper than file by file.
const FLUSH_AT_ONCE: usize = 64;

impl Disk for RealDisk {
    fn stamp(&self, path: &Path) -> io::Result<Option<Stamp>> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Ok(Some(Stamp::of(&metadata))),
            Ok(_) => Ok(None),
            Err(error) if absent(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<Stamp> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(bytes)?;
        Ok(Stamp::of(&file.metadata()?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
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

    fn flush_ahead(&self, folder: &Path) -> Option<JoinHandle<io::Result<()>>> {
        let folder = folder.to_owned();
        let flush = move || flush_file_system(&folder).map(drop);
        if cfg!(target_os = "linux") { thread::Builder::new().spawn(flush).ok() } else { None }
    }

    fn flush(&self, folder: &Path, files: &[&Path]) -> io::Result<()> {
        if files.len() >= FLUSH_AT_ONCE && flush_file_system(folder)? {
            return Ok(());
        }
        files.iter().try_for_each(|file| File::open(file)?.sync_data())
    }
}

fn must_be_folder(path: &Path) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    let message = match (found.is_dir(), found.is_symlink()) {
        (true, _) => return Ok(()),
        (_, true) => "a symbolic link stands where a folder should, and nothing is written through one",
        _ => "a file stands where a folder should",
    };
    Err(io::Error::new(io::ErrorKind::NotADirectory, format!("{}: {message}", path.display())))
}

#[cfg(target_os = "linux")]
fn flush_file_system(folder: &Path) -> io::Result<bool> {
    rustix::fs::syncfs(File::open(folder)?)?;
    Ok(true)
}

#[cfg(not(target_os = "linux"))]
fn flush_file_system(_: &Path) -> io::Result<bool> {
    Ok(false)
}
