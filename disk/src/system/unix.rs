//! Linux, macOS and other Unix systems. Files are looked up by name in open folders. If a folder is replaced by a link in the
//! meantime, the link is not followed.

use std::ffi::CStr;
use std::fs::{self, DirEntry, File, FileType as StdFileType, Metadata, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat, fstat, openat, renameat, statat, unlinkat};
use rustix::io::Errno;

use super::link::is_a_link;
use crate::stamp::{Found, SECOND_NS, Stamp};

const READ: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

const LIST: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// Flags for opening a folder on a path. They do not require permission to list the folder.
#[cfg(target_os = "linux")]
const SEARCH: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
#[cfg(not(target_os = "linux"))]
const SEARCH: OFlags = LIST;

/// Flushes the file system of a folder to the device, where the system can.
#[cfg(target_os = "linux")]
pub(crate) const FLUSH_FILE_SYSTEM: Option<fn(&Path) -> io::Result<()>> =
    Some(|folder| Ok(rustix::fs::syncfs(File::open(folder)?)?));
#[cfg(not(target_os = "linux"))]
pub const FLUSH_FILE_SYSTEM: Option<fn(&Path) -> io::Result<()>> = None;

/// Flushes a file's bytes to the device.
pub(crate) fn flush_file(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_data()
}

/// Examines a path, following links.
pub fn found_at(path: &Path) -> io::Result<Found> {
    fs::metadata(path).map(|metadata| found(&metadata))
}

/// Examines a path without following a link at its end.
pub fn found_link(path: &Path) -> io::Result<Found> {
    fs::symlink_metadata(path).map(|metadata| found(&metadata))
}

/// Examines an entry of a folder listing that is not a link.
pub fn found_in(entry: &DirEntry) -> io::Result<Found> {
    entry.metadata().map(|metadata| found(&metadata))
}

/// Examines an open file.
pub fn found_open(file: &File) -> io::Result<Found> {
    file.metadata().map(|metadata| found(&metadata))
}

fn found(metadata: &Metadata) -> Found {
    let stamp = Stamp {
        modified_ns: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
        changed_ns: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
        size: metadata.size(),
        inode: metadata.ino(),
        file_system: metadata.dev(),
    };
    Found { is_file: metadata.is_file(), stamp }
}

#[allow(clippy::unnecessary_cast, reason = "the types of these fields differ between systems")]
fn stamp_of(stat: &Stat) -> Stamp {
    Stamp {
        modified_ns: nanoseconds(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
        changed_ns: nanoseconds(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
        size: u64::try_from(stat.st_size).unwrap_or(0),
        inode: stat.st_ino as u64,
        file_system: stat.st_dev as u64,
    }
}

fn nanoseconds(seconds: i64, nanoseconds: i64) -> i64 {
    seconds.saturating_mul(SECOND_NS).saturating_add(nanoseconds)
}

/// Names the type of a file that is neither a regular file nor a folder.
pub(crate) fn kind_of_special_file(found: StdFileType) -> &'static str {
    match found {
        found if found.is_fifo() => "a pipe",
        found if found.is_socket() => "a socket",
        _ => "a device",
    }
}

/// Returns the absolute path without links.
///
/// # Errors
/// Returns the system's error.
pub fn real_path(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

/// Renames a file or a folder. Replaces an existing file, even if other programs have it open.
///
/// # Errors
/// Returns the system's error. In this case, nothing has changed.
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Locks a file. Waits while another process holds the lock.
pub fn lock(file: &File) -> io::Result<()> {
    file.lock()
}

/// Locks a file, unless another process holds the lock.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    file.try_lock()
}

/// Fills `bytes` with the bytes at an offset.
pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(bytes, offset)
}

/// Opens a file, but fails if the path is a link.
pub fn open_unless_link(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(path)
}

/// Opens a file for reading, without waiting for the other end of a pipe.
pub(crate) fn open_nonblocking(path: &Path) -> io::Result<File> {
    Ok(openat(CWD, path, READ, Mode::empty())?.into())
}

/// Opens a file whose path stays below `root`, in one step. Returns `None` if this fails for any reason.
#[cfg(target_os = "linux")]
pub(crate) fn open_beneath(root: &Path, path: &str) -> Option<File> {
    use rustix::fs::{ResolveFlags, openat2};
    let root = openat(CWD, root, SEARCH, Mode::empty()).ok()?;
    openat2(root, path, READ, Mode::empty(), ResolveFlags::BENEATH).ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
pub fn open_beneath(_: &Path, _: &str) -> Option<File> {
    None
}

/// Opens the file at a path without links, relative to `root`. Returns `None` if a link has appeared on the path.
pub(crate) fn open_within(root: &Path, path: &Path) -> io::Result<Option<File>> {
    let Some((folder, name)) = parent(root, path)? else { return Ok(None) };
    match openat(&folder, name, READ | OFlags::NOFOLLOW, Mode::empty()) {
        Ok(file) => Ok(Some(file.into())),
        Err(error) => unless_link(&folder, name, error),
    }
}

/// Examines a path without links, relative to `root`. Returns `None` if a link has appeared on the path.
pub(crate) fn found_within(root: &Path, path: &Path) -> io::Result<Option<Found>> {
    let Some((folder, name)) = parent(root, path)? else { return Ok(None) };
    let stat = statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
    let kind = FileType::from_raw_mode(stat.st_mode);
    Ok((!kind.is_symlink()).then(|| Found { is_file: kind.is_file(), stamp: stamp_of(&stat) }))
}

/// Opens the parent folder of a path without links. Returns it with the file name.
fn parent<'a>(root: &Path, path: &'a Path) -> io::Result<Option<(OwnedFd, &'a Path)>> {
    let mut folder = openat(CWD, root, SEARCH, Mode::empty())?;
    let mut names = path.iter().map(Path::new).peekable();
    while let Some(name) = names.next() {
        if names.peek().is_none() {
            return Ok(Some((folder, name)));
        }
        folder = match openat(&folder, name, SEARCH | OFlags::NOFOLLOW, Mode::empty()) {
            Ok(next) => next,
            Err(error) => return unless_link(&folder, name, error),
        };
    }
    // The path is the project's folder itself.
    Ok(Some((folder, Path::new("."))))
}

/// Returns `None` if the name is a link; otherwise, the error. Systems report links with different errors.
fn unless_link<T>(folder: impl AsFd, name: &Path, error: Errno) -> io::Result<Option<T>> {
    match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) if FileType::from_raw_mode(stat.st_mode).is_symlink() => Ok(None),
        _ => Err(error.into()),
    }
}

/// An open folder. The system finds the files in it without resolving the whole path of each.
pub(crate) struct Folder(OwnedFd);

impl Folder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(openat(CWD, path, LIST, Mode::empty())?))
    }

    /// Returns the folder's own stamp.
    pub(crate) fn stamp(&self) -> io::Result<Stamp> {
        Ok(stamp_of(&fstat(&self.0)?))
    }

    /// Returns the stamp of a file in the folder, following links; `None` if it is not a regular file.
    pub(crate) fn file(&self, name: &CStr) -> io::Result<Option<Stamp>> {
        let stat = statat(&self.0, name, AtFlags::empty())?;
        Ok(FileType::from_raw_mode(stat.st_mode).is_file().then(|| stamp_of(&stat)))
    }
}

/// An open folder on the path of an output. It is not a link.
pub(crate) struct OutputFolder {
    folder: OwnedFd,
    path: PathBuf,
}

impl OutputFolder {
    /// Opens a folder; `None` if it does not exist.
    pub(crate) fn open(path: &Path) -> io::Result<Option<Self>> {
        Self::open_at(CWD, path, path.to_owned())
    }

    /// Opens a subfolder; `None` if it does not exist.
    pub(crate) fn enter(&self, name: &Path) -> io::Result<Option<Self>> {
        Self::open_at(&self.folder, name, self.path.join(name))
    }

    fn open_at(above: impl AsFd, name: &Path, path: PathBuf) -> io::Result<Option<Self>> {
        match openat(&above, name, SEARCH | OFlags::NOFOLLOW, Mode::empty()) {
            Ok(folder) => Ok(Some(Self { folder, path })),
            Err(Errno::NOENT) => Ok(None),
            // Systems report links with different errors.
            Err(Errno::NOTDIR | Errno::LOOP | Errno::MLINK) => match kind_of(above, name) {
                Ok(FileType::Symlink) => Err(is_a_link(&path)),
                Ok(_) | Err(Errno::NOENT) => Ok(None),
                Err(error) => Err(error.into()),
            },
            Err(error) => Err(error.into()),
        }
    }

    /// Moves a file to a name in this folder. Replaces an existing file.
    pub(crate) fn take(&self, from: &Path, name: &Path) -> io::Result<()> {
        Ok(renameat(CWD, from, &self.folder, name)?)
    }

    /// Removes a file or a link, if it exists and is not a folder.
    pub(crate) fn remove_file(&self, name: &Path) -> io::Result<()> {
        match kind_of(&self.folder, name) {
            Ok(FileType::Directory) | Err(Errno::NOENT) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        match unlinkat(&self.folder, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes an empty folder.
    pub(crate) fn remove_folder(&self, name: &Path) -> io::Result<()> {
        Ok(unlinkat(&self.folder, name, AtFlags::REMOVEDIR)?)
    }
}

fn kind_of(folder: impl AsFd, name: &Path) -> rustix::io::Result<FileType> {
    statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).map(|stat| FileType::from_raw_mode(stat.st_mode))
}
