//! Windows. Stamps are read from open files, because folder listings contain neither change times nor file ids. A folder that
//! is open without sharing deletion cannot be replaced by a link.
//!
//! Windows does not replace a file that a program has open or mapped. If the program shares deletion, as most do that map
//! files, the file can still be renamed. Therefore, [`replace`] moves such a file out of the way.
#![allow(unsafe_code, reason = "only the system's own functions report change time, identity and final path of a file")]

use std::ffi::{CStr, OsString};
use std::fs::{self, DirEntry, File, FileType, OpenOptions, TryLockError};
use std::io;
use std::os::windows::ffi::OsStringExt;
use std::os::windows::fs::{FileExt, FileTypeExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::{self, Component, Path, PathBuf, Prefix};
use std::thread;
use std::time::Duration;

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_IO_PENDING, ERROR_LOCK_VIOLATION, ERROR_SHARING_VIOLATION, ERROR_USER_MAPPED_FILE,
};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_BASIC_INFO, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT,
    FILE_ID_INFO, FILE_INFO_BY_HANDLE_CLASS, FILE_NAME_NORMALIZED, FILE_SHARE_READ, FILE_SHARE_WRITE, FileBasicInfo,
    FileIdInfo, GetFileInformationByHandle, GetFileInformationByHandleEx, GetFinalPathNameByHandleW,
    LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx,
};
use windows_sys::Win32::System::IO::OVERLAPPED;

use super::link::is_a_link;
use super::set_aside::set_aside;
use crate::absent::absent;
use crate::stamp::{Found, Stamp};

/// The time from 1601, where Windows' file times begin, to 1970, in units of 100 ns.
const UNIX_EPOCH: i64 = 116_444_736_000_000_000;

/// The size of a path buffer in UTF-16 units. No path is longer.
const PATH_LENGTH: u16 = 1 << 15;

/// Windows lets only administrators flush a whole file system.
pub(crate) const FLUSH_FILE_SYSTEM: Option<fn(&Path) -> io::Result<()>> = None;

/// Flushes a file to the device. Windows flushes only files that are open for writing.
pub(crate) fn flush_file(path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.sync_all()
}

/// Examines a path, following links.
pub fn found_at(path: &Path) -> io::Result<Found> {
    found_open(&open_for_stamp(path, 0)?)
}

/// Examines a path without following a link at its end.
pub fn found_link(path: &Path) -> io::Result<Found> {
    found_open(&open_for_stamp(path, FILE_FLAG_OPEN_REPARSE_POINT)?)
}

/// Examines an entry of a folder listing that is not a link.
pub fn found_in(entry: &DirEntry) -> io::Result<Found> {
    found_at(&entry.path())
}

/// Examines an open file.
pub fn found_open(file: &File) -> io::Result<Found> {
    let metadata = file.metadata()?;
    let times: FILE_BASIC_INFO = information(file)?;
    let (inode, file_system) = identity(file)?;
    let modified_ns = nanoseconds(times.LastWriteTime);
    // FAT has no change time.
    let changed_ns = if times.ChangeTime == 0 { modified_ns } else { nanoseconds(times.ChangeTime) };
    let stamp = Stamp { modified_ns, changed_ns, size: metadata.len(), inode, file_system };
    Ok(Found { is_file: metadata.is_file(), stamp })
}

/// Opens a file or folder without access to its bytes. Other programs cannot prevent this.
fn open_for_stamp(path: &Path, flags: u32) -> io::Result<File> {
    OpenOptions::new().access_mode(0).custom_flags(FILE_FLAG_BACKUP_SEMANTICS | flags).open(path)
}

/// Converts a system time to nanoseconds since the Unix epoch. Never returns the time of the unknown stamp.
fn nanoseconds(time: i64) -> i64 {
    time.saturating_sub(UNIX_EPOCH).saturating_mul(100).max(i64::MIN + 1)
}

/// Returns the identity of a file on its volume, and the identity of the volume.
fn identity(file: &File) -> io::Result<(u64, u64)> {
    if let Ok(FILE_ID_INFO { VolumeSerialNumber, FileId }) = information(file) {
        let [low, high]: [u64; 2] = bytemuck::cast(FileId.Identifier);
        return Ok((low ^ high, VolumeSerialNumber));
    }
    // FAT and some network file systems have no 128-bit file ids.
    let mut short = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the file is open, and `short` is what the function fills; integers have no invalid values.
    succeeded(unsafe { GetFileInformationByHandle(file.as_raw_handle(), &raw mut short) })?;
    let index = u64::from(short.nFileIndexHigh) << 32 | u64::from(short.nFileIndexLow);
    Ok((index, u64::from(short.dwVolumeSerialNumber)))
}

/// Information that the system returns about an open file. Implementing types consist of integers only.
trait Information: Default {
    const CLASS: FILE_INFO_BY_HANDLE_CLASS;
}

impl Information for FILE_BASIC_INFO {
    const CLASS: FILE_INFO_BY_HANDLE_CLASS = FileBasicInfo;
}

impl Information for FILE_ID_INFO {
    const CLASS: FILE_INFO_BY_HANDLE_CLASS = FileIdInfo;
}

fn information<T: Information>(file: &File) -> io::Result<T> {
    let mut found = T::default();
    let size = u32::try_from(size_of::<T>()).map_err(io::Error::other)?;
    // SAFETY: the file is open, and the function fills the `size` bytes of the type that belongs to this class; integers
    // have no invalid values.
    succeeded(unsafe { GetFileInformationByHandleEx(file.as_raw_handle(), T::CLASS, (&raw mut found).cast(), size) })?;
    Ok(found)
}

fn succeeded(result: i32) -> io::Result<()> {
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Names the type of a file that is neither a regular file nor a folder.
pub(crate) fn kind_of_special_file(_: FileType) -> &'static str {
    "a device"
}

/// Fills `bytes` with the bytes at an offset.
pub fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.seek_read(bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Opens a file, but fails if the path is a link.
pub fn open_unless_link(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = options.custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(path)?;
    if file.metadata()?.is_symlink() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a symbolic link is in place of the file"));
    }
    Ok(file)
}

/// Opens a file for reading.
pub(crate) fn open_nonblocking(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Opens a file whose path stays below `root`. Returns `None` if this fails for any reason.
pub(crate) fn open_beneath(root: &Path, path: &str) -> Option<File> {
    open_within(root, Path::new(path)).ok().flatten()
}

/// Opens the file at a path relative to `root`. Returns `None` if a link on the path leads out of `root`.
pub(crate) fn open_within(root: &Path, path: &Path) -> io::Result<Option<File>> {
    within(root, path, File::open(root.join(path))?)
}

/// Examines a path relative to `root`. Returns `None` if a link on the path leads out of `root`.
pub(crate) fn found_within(root: &Path, path: &Path) -> io::Result<Option<Found>> {
    within(root, path, open_for_stamp(&root.join(path), 0)?)?.map(|file| found_open(&file)).transpose()
}

/// Returns the file, which was opened at `path` in `root`, or `None` if a link led out of `root` when it was opened.
fn within(root: &Path, path: &Path, file: File) -> io::Result<Option<File>> {
    let is_within = match final_path(&file) {
        Ok(path) => path.starts_with(root),
        Err(error) => !has_links(path, root).map_err(|_| error)?,
    };
    Ok(is_within.then_some(file))
}

/// Tells whether a path, which is below `root` if it is relative, leads through a link. This is for file systems that cannot
/// name open files, such as RAM disks. If it does not, the path is the real path.
fn has_links(path: &Path, root: &Path) -> io::Result<bool> {
    for part in path.ancestors().filter(|part| !part.as_os_str().is_empty()) {
        if fs::symlink_metadata(root.join(part))?.is_symlink() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the path of an open file without links, in the form of [`real_path`].
fn final_path(file: &File) -> io::Result<PathBuf> {
    let mut path = vec![0; usize::from(PATH_LENGTH)];
    // SAFETY: the file is open, and `path` has room for this number of units.
    let length = unsafe {
        GetFinalPathNameByHandleW(file.as_raw_handle(), path.as_mut_ptr(), u32::from(PATH_LENGTH), FILE_NAME_NORMALIZED)
    };
    match path.get(..length as usize) {
        Some([]) => Err(io::Error::last_os_error()),
        Some(path) => Ok(usual(OsString::from_wide(path).into())),
        None => Err(io::ErrorKind::InvalidFilename.into()),
    }
}

/// Returns the absolute path without links. Unlike [`fs::canonicalize`], returns it in the usual form.
///
/// # Errors
/// Returns the system's error.
pub fn real_path(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    fs::canonicalize(&path).map(usual).or_else(|error| {
        let plain = path::absolute(&path)?;
        match has_links(&plain, Path::new("")) {
            Ok(false) => Ok(plain),
            Ok(true) | Err(_) => Err(error),
        }
    })
}

/// Converts `\\?\C:\art` to `C:\art`, and `\\?\UNC\server\art` to `\\server\art`. The standard library's functions accept the
/// usual form even if the path is longer than 260 characters.
fn usual(path: PathBuf) -> PathBuf {
    let mut parts = path.components();
    let Some(Component::Prefix(prefix)) = parts.next() else { return path };
    let mut usual = match prefix.kind() {
        Prefix::VerbatimDisk(letter) => OsString::from(format!("{}:", char::from(letter))),
        Prefix::VerbatimUNC(server, share) => {
            let mut usual = OsString::from(r"\\");
            usual.push(server);
            usual.push(r"\");
            usual.push(share);
            usual
        }
        _ => return path,
    };
    usual.push(parts.as_path());
    usual.into()
}

/// Renames a file or a folder. Replaces an existing file, even if other programs have it open or mapped, as long as they share
/// deletion.
///
/// # Errors
/// Returns the system's error. In this case, nothing has changed.
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    let mut pauses = PAUSES.iter();
    loop {
        let error = match fs::rename(from, to) {
            Err(error) if is_in_use(&error) && fs::symlink_metadata(to).is_ok_and(|found| !found.is_dir()) => error,
            result => return result,
        };
        if replace_in_use(from, to).is_ok() {
            return Ok(());
        }
        let Some(&pause) = pauses.next() else { return Err(in_use(error)) };
        thread::sleep(Duration::from_millis(pause));
    }
}

/// How long [`replace`] waits between its attempts, in milliseconds. Virus scanners and indexers open new files for a moment.
const PAUSES: [u64; 4] = [5, 10, 20, 40];

/// Moves the old file aside, then moves the new file to its path. The old file's new place is beside the new file's earlier
/// path, so that no such file appears in an output folder. If a program has mapped the old file, it stays there.
fn replace_in_use(from: &Path, to: &Path) -> io::Result<()> {
    let old = set_aside(&from.with_file_name(to.file_name().unwrap_or_default()));
    let _ = fs::remove_file(&old);
    fs::rename(to, &old)?;
    if let Err(error) = fs::rename(from, to) {
        fs::rename(&old, to)?;
        return Err(error);
    }
    let _ = fs::remove_file(&old);
    Ok(())
}

/// Whether an error means that a program has the file open or mapped.
fn is_in_use(error: &io::Error) -> bool {
    error.raw_os_error().map(i32::cast_unsigned).is_some_and(|code| {
        matches!(code, ERROR_ACCESS_DENIED | ERROR_SHARING_VIOLATION | ERROR_LOCK_VIOLATION | ERROR_USER_MAPPED_FILE)
    })
}

/// Adds the probable cause to an error.
fn in_use(error: io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("{error}; another program may have the file open, such as the game or an editor"),
    )
}

/// Locks a file. Waits while another process holds the lock.
pub fn lock(file: &File) -> io::Result<()> {
    lock_byte(file, LOCKFILE_EXCLUSIVE_LOCK)
}

/// Locks a file, unless another process holds the lock.
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    lock_byte(file, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY).map_err(|error| {
        match error.raw_os_error().map(i32::cast_unsigned) {
            Some(ERROR_LOCK_VIOLATION | ERROR_IO_PENDING) => TryLockError::WouldBlock,
            _ => TryLockError::Error(error),
        }
    })
}

/// Locks one byte far behind the end of the file. Other processes cannot read locked bytes, but must be able to read the lock's
/// owner.
fn lock_byte(file: &File, flags: u32) -> io::Result<()> {
    let mut place = OVERLAPPED::default();
    place.Anonymous.Anonymous.OffsetHigh = 1 << 30;
    // SAFETY: the file is open, and not for asynchronous use, so the function has finished with `place` when it returns.
    succeeded(unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &raw mut place) })
}

/// A folder, whose files are examined by name.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        match fs::metadata(path)?.is_dir() {
            true => Ok(Self(path.to_owned())),
            false => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    /// Returns the folder's own stamp.
    pub(crate) fn stamp(&self) -> io::Result<Stamp> {
        found_at(&self.0).map(|found| found.stamp)
    }

    /// Returns the stamp of a file in the folder, following links; `None` if it is not a regular file.
    pub(crate) fn file(&self, name: &CStr) -> io::Result<Option<Stamp>> {
        let name = name.to_str().map_err(io::Error::other)?;
        found_at(&self.0.join(name)).map(Found::file)
    }
}

/// An open folder on the path of an output. It is not a link, and while it is open, nothing can replace it.
pub(crate) struct OutputFolder {
    _folder: File,
    path: PathBuf,
}

impl OutputFolder {
    /// Opens a folder; `None` if it does not exist.
    pub(crate) fn open(path: &Path) -> io::Result<Option<Self>> {
        // Windows protects a folder from deletion and renaming only while it is open for listing.
        let mut options = OpenOptions::new();
        options.read(true).share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE);
        let folder = match options.custom_flags(FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT).open(path) {
            Err(error) if absent(&error) => return Ok(None),
            folder => folder?,
        };
        let kind = folder.metadata()?.file_type();
        if kind.is_symlink() {
            return Err(is_a_link(path));
        }
        Ok(kind.is_dir().then(|| Self { _folder: folder, path: path.to_owned() }))
    }

    /// Opens a subfolder; `None` if it does not exist.
    pub(crate) fn enter(&self, name: &Path) -> io::Result<Option<Self>> {
        Self::open(&self.path.join(name))
    }

    /// Moves a file to a name in this folder. Replaces an existing file.
    pub(crate) fn take(&self, from: &Path, name: &Path) -> io::Result<()> {
        replace(from, &self.path.join(name))
    }

    /// Removes a file or a link, if it exists and is not a folder.
    pub(crate) fn remove_file(&self, name: &Path) -> io::Result<()> {
        let path = self.path.join(name);
        let removed = fs::symlink_metadata(&path).and_then(|found| match found.file_type() {
            kind if kind.is_dir() => Ok(()),
            kind if kind.is_symlink_dir() => fs::remove_dir(&path),
            _ => fs::remove_file(&path),
        });
        match removed {
            Err(error) if absent(&error) => Ok(()),
            removed => removed,
        }
    }

    /// Removes an empty folder, which must not be open in this process.
    pub(crate) fn remove_folder(&self, name: &Path) -> io::Result<()> {
        fs::remove_dir(self.path.join(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The forms of paths come from "Naming Files, Paths, and Namespaces" in Microsoft's documentation.
    #[test]
    fn paths_are_shown_in_the_usual_form() {
        for (verbatim, expected) in [
            (r"\\?\C:\art\a.png", r"C:\art\a.png"),
            (r"\\?\C:\", r"C:\"),
            (r"\\?\UNC\server\share\art", r"\\server\share\art"),
            (r"\\?\UNC\server\share\", r"\\server\share\"),
            (r"\\?\Volume{0}\art", r"\\?\Volume{0}\art"),
            (r"C:\art", r"C:\art"),
            (r"\\server\share\art", r"\\server\share\art"),
        ] {
            assert_eq!(usual(verbatim.into()), Path::new(expected));
        }
    }

    /// Creates the files `new` and `old`, which contain their names.
    fn new_and_old(folder: &Path) -> [PathBuf; 2] {
        ["new", "old"].map(|name| {
            let path = folder.join(name);
            fs::write(&path, name).unwrap();
            path
        })
    }

    #[test]
    fn a_path_longer_than_260_characters_is_usable() {
        let folder = tempfile::tempdir().unwrap();
        let deep = (0..20).fold(real_path(folder.path()).unwrap(), |path, _| path.join("a-folder-with-a-name"));
        fs::create_dir_all(&deep).unwrap();
        let [new, old] = new_and_old(&deep);
        replace(&new, &old).unwrap();
        assert_eq!(fs::read_to_string(&old).unwrap(), "new");
        assert_eq!(real_path(&old).unwrap(), old);
        let root = real_path(folder.path()).unwrap();
        assert!(open_within(&root, old.strip_prefix(&root).unwrap()).unwrap().is_some());
    }

    #[test]
    fn an_open_file_is_replaced_if_its_reader_shares_deletion() {
        let folder = tempfile::tempdir().unwrap();
        let [new, old] = new_and_old(folder.path());
        let reader = File::open(&old).unwrap();
        replace(&new, &old).unwrap();
        assert_eq!(fs::read_to_string(&old).unwrap(), "new");
        let mut held = [0; 3];
        read_exact_at(&reader, &mut held, 0).unwrap();
        assert_eq!(&held, b"old");
    }

    #[test]
    fn a_file_whose_reader_does_not_share_deletion_stays_and_the_error_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let [new, old] = new_and_old(folder.path());
        let reader = OpenOptions::new().read(true).share_mode(FILE_SHARE_READ).open(&old).unwrap();
        let error = replace(&new, &old).unwrap_err().to_string();
        assert!(error.contains("another program"), "{error}");
        assert_eq!(
            (fs::read_to_string(&old).unwrap(), fs::read_to_string(&new).unwrap()),
            ("old".into(), "new".into())
        );
        drop(reader);
        replace(&new, &old).unwrap();
    }
}
