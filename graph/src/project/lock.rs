//! [`ProjectLock`]: one build of an output folder at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::disk::{Disk, Stamp};

/// The lock's file, in the folder of build state.
const LOCK: &str = "lock";

/// How many locks this process has taken: no two leave the same mark.
static BUILDS: AtomicU64 = AtomicU64::new(1);

/// How often the folder may vanish under us before that is an error.
const TRIES: usize = 1000;

/// Held while a build may change an output folder. The operating system drops it with its owner, however that ends.
#[derive(Debug)]
pub(crate) struct ProjectLock {
    _file: File,
    found: Option<Mark>,
    left: Option<Mark>,
}

/// What a build leaves in its lock. The next one that finds it there knows that no other build or clean came between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    owner: String,
    stamp: Stamp,
}

impl Mark {
    /// What is in the lock's file now; `None` where nothing can be told from it.
    fn read(file: &mut File) -> Option<Self> {
        let (owner, stamp) = (read_owner(file)?, Stamp::of(&file.metadata().ok()?));
        Some(Self { owner, stamp })
    }
}

impl ProjectLock {
    /// Whether the lock was last held by whoever left this mark.
    pub(crate) fn continues(&self, mark: &Mark) -> bool {
        self.found.as_ref() == Some(mark)
    }

    /// What whoever held it last left.
    pub(crate) fn found(&self) -> Option<Mark> {
        self.found.clone()
    }

    /// What a later build will find, unless another came between.
    pub(crate) fn mark(&self) -> Option<Mark> {
        self.left.clone()
    }

    /// Makes the folder of build state, with those it is in, and takes the lock in it. When another process has it,
    /// calls `waiting` once with that owner's own words (`process 4711`), then waits.
    ///
    /// # Errors
    /// What the system says when the folder or the file cannot be made, opened or locked, and the path. A symbolic link
    /// in place of either is an error: nothing is written through one.
    pub(crate) fn acquire(
        folder: &Path,
        disk: &dyn Disk,
        waiting: impl Fn(&str),
    ) -> Result<Self, (PathBuf, io::Error)> {
        let path = folder.join(LOCK);
        let mut tries = 0;
        loop {
            tries += 1;
            match make(folder, disk).and_then(|()| take(&path, &waiting)) {
                Ok(Some(lock)) => return Ok(lock),
                // A `clean` removed the folder while we waited for it: what we hold is the lock of nothing.
                Ok(None) => {}
                // It did so between two of our steps.
                Err(error) if error.kind() == io::ErrorKind::NotFound && tries < TRIES => {}
                Err(error) => return Err((path, error)),
            }
        }
    }
}

fn make(folder: &Path, disk: &dyn Disk) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    disk.make_folder(folder)
}

/// Locks the file; `None` when it is no longer the one at its path by then.
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
    let found = Mark::read(&mut file);
    file.set_len(0)?;
    file.rewind()?;
    write!(file, "process {}, build {}", std::process::id(), BUILDS.fetch_add(1, Ordering::Relaxed))?;
    file.rewind()?;
    let left = Mark::read(&mut file);
    Ok(Some(ProjectLock { _file: file, found, left }))
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    }
    options.open(path)
}

#[cfg(unix)]
fn still_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(held), Ok(found)) => identity(held) == identity(found),
        _ => false,
    }
}

#[cfg(not(unix))]
fn still_at(path: &Path, _: &File) -> bool {
    // A file that is open cannot be removed there.
    fs::symlink_metadata(path).is_ok()
}

fn owner(file: &mut File) -> String {
    read_owner(file).unwrap_or_else(|| "another process".to_owned())
}

fn read_owner(file: &mut File) -> Option<String> {
    let mut words = String::new();
    let length = file.take(200).read_to_string(&mut words).ok()?;
    (length > 0).then_some(words)
}
