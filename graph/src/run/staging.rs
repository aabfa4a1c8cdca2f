//! [`Staging`]: the temporary folder that contains new files until the end of the build moves them to the output folder.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use rigmill_disk::relative_path::{below, folders_of};
use rigmill_disk::{Disk, Fingerprint, HashedBytes, Instant, absent};

use super::background_flush::BackgroundFlush;

/// A folder of temporary files on the file system of the output folder. The project's lock is held while this folder is used,
/// so any files that are already in it come from a build that died.
///
/// The subfolders mirror those of the target, so that a new folder can be moved with all its files by one rename.
pub(crate) struct Staging<'a> {
    folder: PathBuf,
    /// The path of the folder that mirrors the target's folder.
    mirror: PathBuf,
    disk: &'a dyn Disk,
    serial: AtomicU64,
    started: Instant,
    /// The folders of the mirror, as paths relative to it, including the mirror itself.
    made: Mutex<BTreeSet<String>>,
    background_flush: BackgroundFlush,
    /// Whether the mirror contains discarded files, or some files are outside of it. If so, its folders cannot be moved as a
    /// whole.
    incomplete: AtomicBool,
}

/// A staged file.
#[derive(Debug)]
pub(crate) struct Staged {
    pub(crate) path: PathBuf,
    /// The fingerprint of the staged file. Renaming a file may change its stamp; renaming its folder does not.
    pub(crate) fingerprint: Fingerprint,
}

impl<'a> Staging<'a> {
    /// Creates the folder, removes old files, and reads the file system's clock.
    pub(crate) fn new(state_folder: &Path, disk: &'a dyn Disk) -> io::Result<Self> {
        let folder = state_folder.join("tmp");
        match fs::remove_dir_all(&folder) {
            Err(error) if !absent(&error) => return Err(error),
            _ => disk.make_folder(&folder)?,
        }
        let started = read_clock(&folder, disk)?;
        let mirror = folder.join("target");
        let (serial, made, incomplete) = (AtomicU64::new(0), Mutex::default(), AtomicBool::new(false));
        Ok(Self { folder, mirror, disk, serial, started, made, background_flush: BackgroundFlush::new(), incomplete })
    }

    /// Returns the time when the build began, by the file system's clock.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// Returns the current time of the file system's clock.
    pub(crate) fn now(&self) -> io::Result<Instant> {
        read_clock(&self.folder, self.disk)
    }

    /// Returns an unused path for a temporary folder that is needed until the end of the build.
    pub(crate) fn new_folder(&self) -> PathBuf {
        self.folder.join(format!("{}.folder", self.serial.fetch_add(1, Ordering::Relaxed)))
    }

    /// Writes a file that will be moved to `path`, which is relative to the target's folder.
    pub(crate) fn put(&self, path: &str, bytes: &HashedBytes<'_>) -> io::Result<Staged> {
        match self.mirror_folder(path).and_then(|()| self.create(self.mirror.join(path), bytes)) {
            // Two assets may write the same file, or one asset may write a file where another needs a folder. This is reported
            // at the end of the build, when all outputs are known.
            Err(error) if is_taken(&error) => {
                self.incomplete.store(true, Ordering::Relaxed);
                let serial = self.serial.fetch_add(1, Ordering::Relaxed);
                self.create(self.folder.join(serial.to_string()), bytes)
            }
            result => result,
        }
    }

    fn create(&self, path: PathBuf, bytes: &HashedBytes<'_>) -> io::Result<Staged> {
        match bytes.create(self.disk, &path) {
            Ok(fingerprint) => {
                self.background_flush.wrote(&self.folder, self.disk);
                Ok(Staged { path, fingerprint })
            }
            Err(error) => {
                if !is_taken(&error) {
                    self.remove(&path);
                }
                Err(error)
            }
        }
    }

    /// Creates the parent folder of a file in the mirror.
    fn mirror_folder(&self, path: &str) -> io::Result<()> {
        let mut made = self.made.lock().map_err(|_| io::Error::other("a thread of the build panicked"))?;
        let missing: Vec<&str> = folders_of(path).take_while(|folder| !made.contains(*folder)).collect();
        for folder in missing.into_iter().rev() {
            self.disk.make_folder(&below(&self.mirror, folder))?;
            made.insert(folder.to_owned());
        }
        Ok(())
    }

    /// Removes a staged file.
    pub(crate) fn discard(&self, staged: &Staged) {
        self.remove(&staged.path);
    }

    fn remove(&self, path: &Path) {
        self.incomplete.store(true, Ordering::Relaxed);
        // If the file cannot be removed now, it is removed with the folder.
        let _ = self.disk.remove(path);
    }

    /// Flushes the staged files. This must happen before any of them is moved.
    pub(crate) fn flush(&self, staged: &[&Path]) -> io::Result<()> {
        self.background_flush.finish()?;
        if staged.is_empty() { Ok(()) } else { self.disk.flush(&self.folder, staged) }
    }

    /// Returns the folders of the mirror and its path, if the folders can be moved as a whole.
    pub(crate) fn whole_folders(&self) -> Option<(MutexGuard<'_, BTreeSet<String>>, &Path)> {
        let made = self.made.lock().ok()?;
        (!self.incomplete.load(Ordering::Relaxed)).then_some((made, self.mirror.as_path()))
    }

    /// Removes the folder.
    pub(crate) fn finish(self) {
        // If the folder remains, it is harmless.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Whether an error means that something else exists at the path of a file or folder, or that the path is invalid.
fn is_taken(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, InvalidFilename, IsADirectory, NotADirectory};
    matches!(error.kind(), AlreadyExists | InvalidFilename | IsADirectory | NotADirectory)
}

/// Returns the time of the clock of the file system that contains `folder`. It may differ from the machine's clock.
fn read_clock(folder: &Path, disk: &dyn Disk) -> io::Result<Instant> {
    let clock = folder.join("clock");
    let stamp = disk.create(&clock, b"")?;
    disk.remove(&clock)?;
    Ok(stamp.instant())
}
