//! [`Staging`]: where new files wait until the build puts all of them in place, and how it does.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::background_flush::FlushAhead;
use crate::disk::{Disk, Fingerprint, Hashed, Instant, absent, below, folders_of};

/// A folder of unfinished files, on the file system of the output folder. The build's lock is held meanwhile, so
/// whatever is found in it was left by a build that died.
///
/// Files wait in folders that mirror those of the target, so that where a folder is new all its files are put in place
/// by one renaming.
pub(crate) struct Staging<'a> {
    folder: PathBuf,
    /// Mirrors the target's folder.
    mirror: PathBuf,
    disk: &'a dyn Disk,
    serial: AtomicU64,
    started: Instant,
    /// The folders of the mirror, relative to it, itself included.
    made: Mutex<BTreeSet<String>>,
    ahead: FlushAhead,
    /// Whether the mirror holds something that is not to be put in place, or not all that is.
    mixed: AtomicBool,
}

/// A file that waits.
#[derive(Debug)]
pub(crate) struct Staged {
    pub(crate) path: PathBuf,
    /// Renaming a file may change its stamp; renaming a folder above it does not.
    pub(crate) fingerprint: Fingerprint,
}

impl<'a> Staging<'a> {
    /// Makes the folder anew, and takes the time by the file system's own clock.
    pub(crate) fn new(state_folder: &Path, disk: &'a dyn Disk) -> io::Result<Self> {
        let folder = state_folder.join("tmp");
        match fs::remove_dir_all(&folder) {
            Err(error) if !absent(&error) => return Err(error),
            _ => disk.make_folder(&folder)?,
        }
        let started = read_clock(&folder, disk)?;
        let mirror = folder.join("target");
        let (serial, made, mixed) = (AtomicU64::new(0), Mutex::default(), AtomicBool::new(false));
        Ok(Self { folder, mirror, disk, serial, started, made, ahead: FlushAhead::new(), mixed })
    }

    /// When the build began, by the file system's clock.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// The time by the file system's clock.
    pub(crate) fn now(&self) -> io::Result<Instant> {
        read_clock(&self.folder, self.disk)
    }

    /// Puts the bytes aside of a file that is to be at `path`, relative to the target's folder.
    pub(crate) fn put(&self, path: &str, bytes: &Hashed<'_>) -> io::Result<Staged> {
        match self.mirror_folder(path).and_then(|()| self.create(self.mirror.join(path), bytes)) {
            // Two sources may want one file, or one wants a folder where the other wants a file. That is told when all
            // of them are known.
            Err(error) if is_taken(&error) => {
                self.mixed.store(true, Ordering::Relaxed);
                let serial = self.serial.fetch_add(1, Ordering::Relaxed);
                self.create(self.folder.join(serial.to_string()), bytes)
            }
            result => result,
        }
    }

    fn create(&self, path: PathBuf, bytes: &Hashed<'_>) -> io::Result<Staged> {
        match bytes.create(self.disk, &path) {
            Ok(fingerprint) => {
                self.ahead.wrote(&self.folder, self.disk);
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

    /// Makes the folder of a file in the mirror.
    fn mirror_folder(&self, path: &str) -> io::Result<()> {
        let mut made = self.made.lock().map_err(|_| io::Error::other("a thread of the build panicked"))?;
        let missing: Vec<&str> = folders_of(path).take_while(|folder| !made.contains(*folder)).collect();
        for folder in missing.into_iter().rev() {
            self.disk.make_folder(&below(&self.mirror, folder))?;
            made.insert(folder.to_owned());
        }
        Ok(())
    }

    /// Gives a file up.
    pub(crate) fn discard(&self, staged: &Staged) {
        self.remove(&staged.path);
    }

    fn remove(&self, path: &Path) {
        self.mixed.store(true, Ordering::Relaxed);
        // What cannot be removed now goes with the folder.
        let _ = self.disk.remove(path);
    }

    /// Makes the waiting files last before any of them is put in place.
    pub(crate) fn flush(&self, staged: &[&Path]) -> io::Result<()> {
        self.ahead.finish()?;
        if staged.is_empty() { Ok(()) } else { self.disk.flush(&self.folder, staged) }
    }

    /// The folders of the mirror, and the mirror, if all that it holds is to be put in place.
    pub(crate) fn whole_folders(&self) -> Option<(MutexGuard<'_, BTreeSet<String>>, &Path)> {
        let made = self.made.lock().ok()?;
        (!self.mixed.load(Ordering::Relaxed)).then_some((made, self.mirror.as_path()))
    }

    /// Removes the folder.
    pub(crate) fn finish(self) {
        // An empty folder left behind harms nobody.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Whether an error says that something else has the place where a file or folder should be, or that there is no such
/// place.
fn is_taken(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, InvalidFilename, IsADirectory, NotADirectory};
    matches!(error.kind(), AlreadyExists | InvalidFilename | IsADirectory | NotADirectory)
}

/// The time by the clock of the file system that `folder` is on, which need not be the machine's.
fn read_clock(folder: &Path, disk: &dyn Disk) -> io::Result<Instant> {
    let clock = folder.join("clock");
    let stamp = disk.create(&clock, b"")?;
    disk.remove(&clock)?;
    Ok(stamp.instant())
}
