//! Windows. Stamps come from open files: listings have neither change times nor identities. A folder that is open without
//! sharing its deletion cannot be replaced by a link.
#![allow(unsafe_code, reason = "only the system's own functions report change time, identity and final path of a file")]

use std::ffi::{CStr, OsString};
use std::fs::{self, DirEntry, File, FileType, OpenOptions};
use std::io;
use std::os::windows::ffi::OsStringExt;
use std::os::windows::fs::{FileExt, FileTypeExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::{Path, PathBuf};

use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_BASIC_INFO, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT,
    FILE_ID_INFO, FILE_INFO_BY_HANDLE_CLASS, FILE_NAME_NORMALIZED, FILE_SHARE_READ, FILE_SHARE_WRITE, FileBasicInfo,
    FileIdInfo, GetFileInformationByHandle, GetFileInformationByHandleEx, GetFinalPathNameByHandleW,
};

use super::link::is_a_link;
use crate::disk::absent::absent;
use crate::disk::stamp::{Found, Stamp};

/// The time from 1601, when the system's times begin, to 1970, in units of 100 ns.
const UNIX_EPOCH: i64 = 116_444_736_000_000_000;

/// More than the longest path has, in units of UTF-16.
const PATH_LENGTH: u16 = 1 << 15;

/// Windows flushes a whole file system only for administrators.
pub(crate) const FLUSH_FILE_SYSTEM: Option<fn(&Path) -> io::Result<()>> = None;

/// Flushes a file to the device. The system flushes only files that are open for writing.
pub(crate) fn flush_file(path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.sync_all()
}

/// What exists at a path, links followed.
pub(crate) fn found_at(path: &Path) -> io::Result<Found> {
    found_open(&open_for_stamp(path, 0)?)
}

/// What exists at a path, which may be a link itself.
pub(crate) fn found_link(path: &Path) -> io::Result<Found> {
    found_open(&open_for_stamp(path, FILE_FLAG_OPEN_REPARSE_POINT)?)
}

/// What a listed entry is, which is not a link.
pub(crate) fn found_in(entry: &DirEntry) -> io::Result<Found> {
    found_at(&entry.path())
}

/// What an open file is.
pub(crate) fn found_open(file: &File) -> io::Result<Found> {
    let metadata = file.metadata()?;
    let times: FILE_BASIC_INFO = information(file)?;
    let (inode, file_system) = identity(file)?;
    let modified_ns = nanoseconds(times.LastWriteTime);
    // FAT has no change time.
    let changed_ns = if times.ChangeTime == 0 { modified_ns } else { nanoseconds(times.ChangeTime) };
    let stamp = Stamp { modified_ns, changed_ns, size: metadata.len(), inode, file_system };
    Ok(Found { is_file: metadata.is_file(), stamp })
}

/// Opens a file or folder without access to its bytes, which no other program can prevent.
fn open_for_stamp(path: &Path, flags: u32) -> io::Result<File> {
    OpenOptions::new().access_mode(0).custom_flags(FILE_FLAG_BACKUP_SEMANTICS | flags).open(path)
}

/// A time of the system in nanoseconds since the Unix epoch; never that of the unknown stamp.
fn nanoseconds(time: i64) -> i64 {
    time.saturating_sub(UNIX_EPOCH).saturating_mul(100).max(i64::MIN + 1)
}

/// The identity of a file on its volume, and that of the volume.
fn identity(file: &File) -> io::Result<(u64, u64)> {
    if let Ok(FILE_ID_INFO { VolumeSerialNumber, FileId }) = information(file) {
        let [low, high]: [u64; 2] = bytemuck::cast(FileId.Identifier);
        return Ok((low ^ high, VolumeSerialNumber));
    }
    // FAT and some network file systems have no long identities.
    let mut short = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the file is open, and `short` is what the function fills; integers have no invalid values.
    succeeded(unsafe { GetFileInformationByHandle(file.as_raw_handle(), &raw mut short) })?;
    let index = u64::from(short.nFileIndexHigh) << 32 | u64::from(short.nFileIndexLow);
    Ok((index, u64::from(short.dwVolumeSerialNumber)))
}

/// What the system reports about an open file, made of integers only.
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

/// The type of a file that is neither a regular file nor a folder.
pub(crate) fn kind_of_special_file(_: FileType) -> &'static str {
    "a device"
}

/// Fills `bytes` with those at an offset.
pub(crate) fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
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

/// Opens a file, unless a link is in its place.
pub(crate) fn open_unless_link(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
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

/// Opens a file whose path stays below `root`; `None` if that fails for any reason.
pub(crate) fn open_beneath(root: &Path, path: &str) -> Option<File> {
    open_within(root, Path::new(path)).ok().flatten()
}

/// Opens the file at a path relative to `root`; `None` if a link on it leads out of `root`.
pub(crate) fn open_within(root: &Path, path: &Path) -> io::Result<Option<File>> {
    within(root, File::open(root.join(path))?)
}

/// What exists at a path relative to `root`; `None` if a link on it leads out of `root`.
pub(crate) fn found_within(root: &Path, path: &Path) -> io::Result<Option<Found>> {
    within(root, open_for_stamp(&root.join(path), 0)?)?.map(|file| found_open(&file)).transpose()
}

/// The file, unless a link led out of `root` when it was opened.
fn within(root: &Path, file: File) -> io::Result<Option<File>> {
    Ok(final_path(&file)?.starts_with(root).then_some(file))
}

/// The path without links of an open file, in the form of [`fs::canonicalize`].
fn final_path(file: &File) -> io::Result<PathBuf> {
    let mut path = vec![0; usize::from(PATH_LENGTH)];
    // SAFETY: the file is open, and `path` has room for this number of units.
    let length = unsafe {
        GetFinalPathNameByHandleW(file.as_raw_handle(), path.as_mut_ptr(), u32::from(PATH_LENGTH), FILE_NAME_NORMALIZED)
    };
    match path.get(..length as usize) {
        Some([]) => Err(io::Error::last_os_error()),
        Some(path) => Ok(OsString::from_wide(path).into()),
        None => Err(io::ErrorKind::InvalidFilename.into()),
    }
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

    /// The folder's own stamp.
    pub(crate) fn stamp(&self) -> io::Result<Stamp> {
        found_at(&self.0).map(|found| found.stamp)
    }

    /// The stamp of a file in the folder, links followed; `None` if it is not a regular file.
    pub(crate) fn file(&self, name: &CStr) -> io::Result<Option<Stamp>> {
        let name = name.to_str().map_err(io::Error::other)?;
        found_at(&self.0.join(name)).map(Found::file)
    }
}

/// An open folder that is no link, on the path of an output. While it is open, nothing else can take its place.
pub(crate) struct OutputFolder {
    _folder: File,
    path: PathBuf,
}

impl OutputFolder {
    /// Opens a folder; `None` if it does not exist.
    pub(crate) fn open(path: &Path) -> io::Result<Option<Self>> {
        // Only a folder that is open for listing is protected from deletion and renaming.
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

    /// Opens a folder in this one; `None` if it does not exist.
    pub(crate) fn enter(&self, name: &Path) -> io::Result<Option<Self>> {
        Self::open(&self.path.join(name))
    }

    /// Moves a file to a name in this folder, replacing an existing file.
    pub(crate) fn take(&self, from: &Path, name: &Path) -> io::Result<()> {
        fs::rename(from, self.path.join(name))
    }

    /// Removes a file or a link, if it exists and is no folder.
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

    /// Removes an empty folder, which must not be open.
    pub(crate) fn remove_folder(&self, name: &Path) -> io::Result<()> {
        fs::remove_dir(self.path.join(name))
    }
}
