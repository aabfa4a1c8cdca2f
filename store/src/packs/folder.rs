//! [`PackFolder`]: the folder of packs, their names, and the lock for removing them.
//!
//! ```text
//! <cache>/v3/lock                            held while packs are merged or removed
//! <cache>/v3/packs/<order>-<digest>.pack     a pack; the higher the order, the newer
//! <cache>/v3/packs/<process>-<serial>.tmp    a pack that is being written, locked by its writer
//! ```

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use rigmill_disk::{Disk, absent};
use rigmill_pipeline::Digest;

/// The folder's name contains the format version and changes with it, so that a program never treats files of another version
/// as damaged.
const FOLDER: &str = "v3";

/// The number of attempts to create a new file.
const TRIES: usize = 3;

/// The serial number of the next temporary file of this process.
static SERIAL: AtomicU64 = AtomicU64::new(0);

/// The folder of packs of a cache.
#[derive(Debug)]
pub(crate) struct PackFolder {
    lock: PathBuf,
    packs: PathBuf,
}

/// A pack in the folder.
#[derive(Clone, Debug)]
pub(crate) struct PackInfo {
    pub(crate) path: PathBuf,
    pub(crate) order: u64,
    pub(crate) bytes: u64,
    /// The time of the last use, stored as the file's modification time because packs are never modified.
    pub(crate) used: SystemTime,
}

impl PackInfo {
    /// Returns the sort key of packs. Builds that ended at the same time can have the same order, so the path is part of the
    /// key.
    pub(crate) fn newness(&self) -> (u64, &Path) {
        (self.order, &self.path)
    }
}

/// A lock that allows its owner to merge and remove packs. The operating system releases it when the owner's process ends.
#[derive(Debug)]
pub(crate) struct FolderLock {
    _file: File,
}

impl PackFolder {
    pub(crate) fn new(cache: &Path) -> Self {
        let folder = cache.join(FOLDER);
        Self { lock: folder.join("lock"), packs: folder.join("packs") }
    }

    /// Whether anything was ever stored in this folder.
    pub(crate) fn exists(&self) -> bool {
        self.packs.is_dir()
    }

    /// Lists all packs, newest first.
    pub(crate) fn list(&self) -> io::Result<Vec<PackInfo>> {
        let mut packs: Vec<PackInfo> = self.files()?.iter().filter_map(pack_info).collect();
        packs.sort_by(|a, b| b.newness().cmp(&a.newness()));
        Ok(packs)
    }

    /// Returns the path of a pack.
    pub(crate) fn pack_path(&self, order: u64, digest: Digest) -> PathBuf {
        self.packs.join(format!("{order:08}-{}.pack", digest.short()))
    }

    /// Creates a new, locked file. Other processes do not remove it as abandoned while it is open.
    pub(crate) fn temporary(&self) -> io::Result<(PathBuf, File)> {
        fs::create_dir_all(&self.packs)?;
        for _ in 0..TRIES {
            let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
            let path = self.packs.join(format!("{}-{serial}.tmp", std::process::id()));
            let file = match File::options().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                result => result?,
            };
            // Before the lock was taken, another process could have removed the file as abandoned. If the file system does not
            // support locks, no process removes such files.
            if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && path.exists() {
                return Ok((path, file));
            }
        }
        Err(io::Error::other("cannot create a new file"))
    }

    /// Reads the clock of the folder's file system.
    pub(crate) fn now(&self) -> io::Result<SystemTime> {
        let (path, file) = self.temporary()?;
        let now = file.metadata().and_then(|metadata| metadata.modified());
        fs::remove_file(&path)?;
        now
    }

    /// Removes unfinished files of processes that died. The caller must hold the lock.
    pub(crate) fn remove_dead(&self, disk: &dyn Disk) -> io::Result<()> {
        for file in self.files()? {
            let path = file.path();
            if path.extension().is_some_and(|extension| extension == "tmp") && is_dead(&path) {
                disk.remove(&path)?;
            }
        }
        Ok(())
    }

    /// Takes the lock; returns `None` if another process holds it.
    pub(crate) fn try_lock(&self) -> io::Result<Option<FolderLock>> {
        let file = self.lock_file()?;
        match file.try_lock() {
            Ok(()) => FolderLock::owned(file).map(Some),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Waits for the lock and takes it.
    pub(crate) fn wait_for_lock(&self) -> io::Result<FolderLock> {
        let file = self.lock_file()?;
        file.lock()?;
        FolderLock::owned(file)
    }

    fn lock_file(&self) -> io::Result<File> {
        File::options().write(true).create(true).truncate(false).open(&self.lock)
    }

    fn files(&self) -> io::Result<Vec<fs::DirEntry>> {
        match fs::read_dir(&self.packs) {
            Err(error) if absent(&error) => Ok(Vec::new()),
            entries => entries?.collect(),
        }
    }
}

impl FolderLock {
    fn owned(mut file: File) -> io::Result<Self> {
        file.set_len(0)?;
        write!(file, "process {}", std::process::id())?;
        Ok(Self { _file: file })
    }
}

/// Returns `None` if the file is not a pack or was removed.
fn pack_info(file: &fs::DirEntry) -> Option<PackInfo> {
    let name = file.file_name();
    let (order, _) = name.to_str()?.strip_suffix(".pack")?.split_once('-')?;
    let metadata = file.metadata().ok().filter(fs::Metadata::is_file)?;
    let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    Some(PackInfo { path: file.path(), order: order.parse().ok()?, bytes: metadata.len(), used })
}

/// Whether an unfinished file is not locked by any process.
fn is_dead(path: &Path) -> bool {
    File::options().write(true).open(path).is_ok_and(|file| file.try_lock().is_ok())
}
