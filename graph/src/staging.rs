//! [`Staging`]: where new files wait until the build puts all of them in place, and how it does.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::disk::Disk;
use crate::stamp::{Instant, Stamp};

/// A folder of unfinished files, on the file system of the output folder. The build's lock is held meanwhile, so
/// whatever is found in it was left by a build that died.
pub(crate) struct Staging<'a> {
    folder: PathBuf,
    disk: &'a dyn Disk,
    serial: AtomicU64,
    started: Instant,
}

/// A file that waits.
#[derive(Debug)]
pub(crate) struct Staged {
    pub(crate) path: PathBuf,
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
        Ok(Self { folder, disk, serial: AtomicU64::new(0), started })
    }

    /// When the build began, by the file system's clock.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// The time by the file system's clock.
    pub(crate) fn now(&self) -> io::Result<Instant> {
        read_clock(&self.folder, self.disk)
    }

    /// Puts bytes aside.
    pub(crate) fn put(&self, bytes: &[u8]) -> io::Result<Staged> {
        let path = self.folder.join(self.serial.fetch_add(1, Ordering::Relaxed).to_string());
        self.disk.create(&path, bytes).inspect_err(|_| drop(self.disk.remove(&path)))?;
        Ok(Staged { path })
    }

    /// Gives a file up.
    pub(crate) fn discard(&self, staged: &Staged) {
        // What cannot be removed now goes with the folder.
        let _ = self.disk.remove(&staged.path);
    }

    /// Makes the waiting files last before any of them is put in place.
    pub(crate) fn flush(&self, staged: &[&Path]) -> io::Result<()> {
        if staged.is_empty() { Ok(()) } else { self.disk.flush(&self.folder, staged) }
    }

    /// Removes the folder.
    pub(crate) fn finish(self) {
        // An empty folder left behind harms nobody.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The time by the clock of the file system that `folder` is on, which need not be the machine's.
fn read_clock(folder: &Path, disk: &dyn Disk) -> io::Result<Instant> {
    let clock = folder.join("clock");
    disk.create(&clock, b"")?;
    let stamp = disk.stamp(&clock)?.ok_or_else(|| io::Error::other("a file vanished as it was made"))?;
    disk.remove(&clock)?;
    Ok(stamp.instant())
}

/// The files below a target's folder. Nothing is ever put outside it: a symbolic link on the way is an error.
pub(crate) struct OutputTree<'a> {
    folder: &'a Path,
    disk: &'a dyn Disk,
    made: BTreeSet<PathBuf>,
}

impl<'a> OutputTree<'a> {
    pub(crate) fn new(folder: &'a Path, disk: &'a dyn Disk) -> Self {
        Self { folder, disk, made: BTreeSet::new() }
    }

    pub(crate) fn folder(&self) -> &'a Path {
        self.folder
    }

    /// Puts a waiting file in its place, a path relative to the folder, and gives its stamp there.
    pub(crate) fn place(&mut self, staged: &Staged, path: &str) -> io::Result<Option<Stamp>> {
        let place = self.folder.join(path);
        if let Some(parent) = place.parent() {
            self.make_folders(parent)?;
        }
        self.disk.rename(&staged.path, &place)?;
        self.disk.stamp(&place)
    }

    /// Removes a file, and the folders that are empty without it.
    pub(crate) fn remove(&mut self, path: &str) -> io::Result<()> {
        let place = self.folder.join(path);
        if fs::symlink_metadata(&place).is_ok_and(|found| found.is_dir()) {
            // A folder took its place: the file is gone already.
            return Ok(());
        }
        self.disk.remove(&place)?;
        for folder in place.ancestors().skip(1).take_while(|folder| folder.starts_with(self.folder)) {
            if fs::remove_dir(folder).is_err() {
                break;
            }
            self.made.remove(folder);
        }
        Ok(())
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
