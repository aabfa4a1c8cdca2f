//! [`ProjectLock`]: one build of an output folder at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind::{AlreadyExists, NotFound};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::disk::{Disk, Stamp, found_link, found_open, open_unless_link};

/// The lock file, in the folder of build state.
const LOCK: &str = "lock";

/// The number of the next lock of this process, so that no two leave the same mark.
static BUILDS: AtomicU64 = AtomicU64::new(1);

/// The number of attempts if the folder is removed meanwhile.
const TRIES: usize = 1000;

/// Held while a build may change an output folder. The operating system releases it when its owner ends, in any way.
#[derive(Debug)]
pub(crate) struct ProjectLock {
    _file: File,
    previous_mark: Option<Mark>,
    own_mark: Option<Mark>,
}

/// What a build leaves in its lock file. If the next build finds it there, no other build or clean ran in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    owner: String,
    stamp: Stamp,
}

impl Mark {
    /// The mark in the lock file; `None` if it cannot be read.
    fn read(file: &mut File) -> Option<Self> {
        let (owner, stamp) = (read_owner(file)?, found_open(file).ok()?.stamp);
        Some(Self { owner, stamp })
    }
}

impl ProjectLock {
    /// Whether the previous owner left this mark.
    pub(crate) fn follows(&self, mark: &Mark) -> bool {
        self.previous_mark.as_ref() == Some(mark)
    }

    /// The mark of the previous owner.
    pub(crate) fn previous_mark(&self) -> Option<Mark> {
        self.previous_mark.clone()
    }

    /// The mark that the next build finds.
    pub(crate) fn mark(&self) -> Option<Mark> {
        self.own_mark.clone()
    }

    /// Creates the folder of build state and its parents, and takes the lock in it. If another process has the lock, calls
    /// `waiting` once with the owner (`process 4711`), then waits.
    ///
    /// # Errors
    /// The path, and the system's error if the folder or the file cannot be created, opened or locked. A symbolic link in
    /// location of either is an error.
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
                // A `clean` removed the folder between the two steps, or while it was made, which looks as if a file had its name.
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

/// Locks the file; `None` if its path no longer leads to it by then.
fn take(path: &Path, waiting: &impl Fn(&str)) -> io::Result<Option<ProjectLock>> {
    let mut file = open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            waiting(&owner(&mut file));
            file.lock()?;
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
