//! [`ProjectLock`]: ensures that only one build at a time uses an output folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind::{AlreadyExists, NotFound};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rigmill_disk::system::{found_link, found_open, lock, open_unless_link, try_lock};
use rigmill_disk::{Disk, Stamp, absent};

/// The name of the lock file in the folder of build state.
const LOCK: &str = "lock";

/// The number of the next lock of this process, so that no two locks leave the same mark.
static BUILDS: AtomicU64 = AtomicU64::new(1);

/// The number of attempts if the folder is removed in the meantime.
const TRIES: usize = 1000;

/// A lock that is held while a build may change an output folder. The operating system releases it when the process ends for
/// any reason.
#[derive(Debug)]
pub(crate) struct ProjectLock {
    _file: File,
    previous_mark: Option<Mark>,
    own_mark: Option<Mark>,
}

/// The mark that a build leaves in the lock file. If the next build finds this mark, no other build or `clean` ran in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    owner: String,
    stamp: Stamp,
}

impl Mark {
    /// Reads the mark in the lock file; `None` if it cannot be read.
    fn read(file: &mut File) -> Option<Self> {
        let (owner, stamp) = (read_owner(file)?, found_open(file).ok()?.stamp);
        Some(Self { owner, stamp })
    }
}

impl ProjectLock {
    /// Whether the previous owner of the lock left this mark.
    pub(crate) fn follows(&self, mark: &Mark) -> bool {
        self.previous_mark.as_ref() == Some(mark)
    }

    /// Returns the mark of the lock's previous owner.
    pub(crate) fn previous_mark(&self) -> Option<Mark> {
        self.previous_mark.clone()
    }

    /// Returns the mark that the next build will find.
    pub(crate) fn mark(&self) -> Option<Mark> {
        self.own_mark.clone()
    }

    /// Removes the folder of build state with the lock file. The lock file goes last: a build that waits for the lock then
    /// notices that its lock file was removed, and creates a new folder.
    pub(crate) fn remove_folder(self, folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_name() == LOCK {
                continue;
            }
            let removed = match entry.file_type()?.is_dir() {
                true => fs::remove_dir_all(entry.path()),
                false => fs::remove_file(entry.path()),
            };
            removed.or_else(|error| if absent(&error) { Ok(()) } else { Err(error) })?;
        }
        fs::remove_file(folder.join(LOCK))?;
        // Windows removes the file when it is closed.
        drop(self);
        // This intentionally fails if the next build has already created its lock.
        let _ = fs::remove_dir(folder);
        Ok(())
    }

    /// Creates the folder of build state and its parents, and locks the lock file in it. If another process holds the lock,
    /// calls `waiting` once with the owner (such as `process 4711`), then waits.
    ///
    /// # Errors
    /// Returns the path and the system's error if the folder or the file cannot be created, opened or locked. It is also an
    /// error if either of them is a symbolic link.
    pub(crate) fn acquire(
        folder: &Path,
        disk: &dyn Disk,
        waiting: impl Fn(&str),
    ) -> Result<Self, (PathBuf, io::Error)> {
        let path = folder.join(LOCK);
        let mut tries = 0;
        loop {
            tries += 1;
            match create(folder, disk).and_then(|()| take(&path, &waiting)) {
                Ok(Some(lock)) => return Ok(lock),
                // A `clean` removed the folder while this build waited for the lock.
                Ok(None) => {}
                // A `clean` removed the folder before the file was opened, or while the folder was created. The latter looks as
                // if a file had the folder's name.
                Err(error) if matches!(error.kind(), NotFound | AlreadyExists) && tries < TRIES => {}
                Err(error) => return Err((path, error)),
            }
        }
    }
}

fn create(folder: &Path, disk: &dyn Disk) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    disk.make_folder(folder)
}

/// Locks the file; `None` if its path no longer leads to this file when it is locked.
fn take(path: &Path, waiting: &impl Fn(&str)) -> io::Result<Option<ProjectLock>> {
    let mut file = open(path)?;
    match try_lock(&file) {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            waiting(&owner(&mut file));
            lock(&file)?;
        }
        Err(TryLockError::Error(error)) => return Err(error),
    }
    if !still_at(path, &file) {
        return Ok(None);
    }
    file.rewind()?;
    let previous_mark = Mark::read(&mut file);
    file.set_len(0)?;
    file.rewind()?;
    write!(file, "process {}, build {}", std::process::id(), BUILDS.fetch_add(1, Ordering::Relaxed))?;
    file.rewind()?;
    let own_mark = Mark::read(&mut file);
    Ok(Some(ProjectLock { _file: file, previous_mark, own_mark }))
}

fn open(path: &Path) -> io::Result<File> {
    open_unless_link(OpenOptions::new().read(true).write(true).create(true).truncate(false), path)
}

fn still_at(path: &Path, file: &File) -> bool {
    match (found_open(file), found_link(path)) {
        (Ok(held), Ok(found)) => held.stamp.is_of_same_file(found.stamp),
        _ => false,
    }
}

fn owner(file: &mut File) -> String {
    read_owner(file).unwrap_or_else(|| "another process".to_owned())
}

fn read_owner(file: &mut File) -> Option<String> {
    let mut words = String::new();
    let length = file.take(200).read_to_string(&mut words).ok()?;
    (length > 0).then_some(words)
}
