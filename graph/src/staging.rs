//! [`Staging`]: where new files wait until the build puts all of them in place, and how it does.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::ahead::FlushAhead;
use crate::disk::Disk;
use crate::fingerprint::{Fingerprint, Hashed};
use crate::stamp::Instant;

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
    fingerprint: Fingerprint,
}

impl<'a> Staging<'a> {
    /// Makes the folder anew, and takes the time by the file system's own clock.
    pub(crate) fn new(state_folder: &Path, disk: &'a dyn Disk) -> io::Result<Self> {
        let folder = state_folder.join("tmp");
        match fs::remove_dir_all(&folder) {
            Err(error) if !crate::disk::absent(&error) => return Err(error),
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

/// The folders above a relative path, the nearest first; the last is the empty path.
pub(crate) fn folders_of(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| match path {
        &"" => None,
        path => Some(path.rsplit_once('/').map_or("", |(folder, _)| folder)),
    })
    .skip(1)
}

/// A path relative to a folder. The empty one is the folder, without a final `/`, behind which a link would be followed.
fn below(folder: &Path, path: &str) -> PathBuf {
    if path.is_empty() { folder.to_owned() } else { folder.join(path) }
}

/// The time by the clock of the file system that `folder` is on, which need not be the machine's.
fn read_clock(folder: &Path, disk: &dyn Disk) -> io::Result<Instant> {
    let clock = folder.join("clock");
    let stamp = disk.create(&clock, b"")?;
    disk.remove(&clock)?;
    Ok(stamp.instant())
}

/// What was where a folder was to be placed. Where there was nothing, the folder is there now.
enum Found {
    Nothing,
    Folder,
    Other,
}

/// The files below a target's folder. Nothing is ever put outside it: a symbolic link on the way is an error.
pub(crate) struct OutputTree<'a> {
    folder: &'a Path,
    disk: &'a dyn Disk,
    made: BTreeSet<PathBuf>,
    /// Folders, relative to the target's, that were put in place with all their files.
    arrived: BTreeSet<String>,
}

impl<'a> OutputTree<'a> {
    pub(crate) fn new(folder: &'a Path, disk: &'a dyn Disk) -> Self {
        Self { folder, disk, made: BTreeSet::new(), arrived: BTreeSet::new() }
    }

    pub(crate) fn folder(&self) -> &'a Path {
        self.folder
    }

    /// Puts the folders in place that are not there yet, each with all that waits in it. What cannot be done so is left
    /// to [`place`](Self::place).
    pub(crate) fn place_folders(&mut self, staging: &Staging<'_>) {
        let Ok(staged) = staging.made.lock() else { return };
        if staging.mixed.load(Ordering::Relaxed) {
            return;
        }
        let mut there = BTreeSet::new();
        // A folder comes after those above it.
        for folder in staged.iter().map(String::as_str) {
            let parent = folders_of(folder).next();
            if parent.is_some_and(|parent| self.arrived.contains(parent)) {
                self.arrived.insert(folder.to_owned());
            } else if parent.is_none_or(|parent| there.contains(parent)) {
                match self.place_folder(&below(&staging.mirror, folder), &below(self.folder, folder)) {
                    Found::Nothing => drop(self.arrived.insert(folder.to_owned())),
                    Found::Folder => drop(there.insert(folder)),
                    Found::Other => {}
                }
            }
        }
    }

    /// Moves a folder to its place if nothing is there.
    fn place_folder(&self, staged: &Path, place: &Path) -> Found {
        let is_gone = |path: &Path| fs::symlink_metadata(path).is_err_and(|error| crate::disk::absent(&error));
        match fs::symlink_metadata(place) {
            // Where two names are one folder to the file system, it went under the other name.
            Ok(found) if found.is_dir() && is_gone(staged) => Found::Nothing,
            Ok(found) if found.is_dir() => Found::Folder,
            Err(error) if crate::disk::absent(&error) && self.disk.rename(staged, place).is_ok() => Found::Nothing,
            _ => Found::Other,
        }
    }

    /// Puts a waiting file in its place, a path relative to the folder.
    pub(crate) fn place(&mut self, staged: &Staged, path: &str) -> io::Result<Fingerprint> {
        if folders_of(path).next().is_some_and(|folder| self.arrived.contains(folder)) {
            return Ok(staged.fingerprint);
        }
        let place = self.folder.join(path);
        if let Some(parent) = place.parent() {
            self.make_folders(parent)?;
        }
        self.disk.place_below(&staged.path, self.folder, path)?;
        Ok(staged.fingerprint.renamed(self.disk.stamp(&place)?))
    }

    /// Removes a file, and the folders that are empty without it.
    pub(crate) fn remove(&mut self, path: &str) -> io::Result<()> {
        let place = self.folder.join(path);
        // Any folder on the way may be gone then.
        self.made.retain(|made| !place.starts_with(made));
        self.disk.remove_below(self.folder, path)
    }

    fn make_folders(&mut self, folder: &Path) -> io::Result<()> {
        if self.made.contains(folder) {
            return Ok(());
        }
        if let (true, Some(parent)) = (folder != self.folder, folder.parent()) {
            self.make_folders(parent)?;
        }
        self.disk.make_folder(folder)?;
        self.made.insert(folder.to_owned());
        Ok(())
    }
}
