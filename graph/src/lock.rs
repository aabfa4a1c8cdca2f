//! [`ProjectLock`]: one build of an output folder at a time.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// Held while a build may change an output folder. The operating system drops it with its owner, however that ends.
#[derive(Debug)]
pub(crate) struct ProjectLock {
    _file: File,
}

impl ProjectLock {
    /// Takes the lock in the file `path`. When another process has it, calls `waiting` once with that owner's own
    /// words (`process 4711`), then waits.
    ///
    /// # Errors
    /// What the system says when the file cannot be opened or locked.
    pub(crate) fn acquire(path: &Path, waiting: impl FnOnce(&str)) -> io::Result<Self> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waiting(&owner(&mut file));
                file.lock()?;
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        file.set_len(0)?;
        file.rewind()?;
        write!(file, "process {}", std::process::id())?;
        Ok(Self { _file: file })
    }
}

fn owner(file: &mut File) -> String {
    let mut words = String::new();
    match file.take(200).read_to_string(&mut words) {
        Ok(length) if length > 0 => words,
        _ => "another process".to_owned(),
    }
}
