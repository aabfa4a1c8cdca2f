//! [`FlushAhead`]: flushes files in the midst of a build. The device works meanwhile, and at the end few are left.

use std::io;
use std::mem;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use crate::disk::Disk;

/// After so many files another flush begins, unless one is under way.
const FILES: usize = 1024;

/// The flush that is under way, if any. It makes no promise: what it leaves is for [`Disk::flush`].
pub(crate) struct FlushAhead {
    files: AtomicUsize,
    /// Once a flush failed, its error: the system tells it but once.
    thread: Mutex<io::Result<Option<JoinHandle<io::Result<()>>>>>,
}

impl FlushAhead {
    pub(crate) fn new() -> Self {
        Self { files: AtomicUsize::new(0), thread: Mutex::new(Ok(None)) }
    }

    /// Counts a file that was written below `folder`.
    pub(crate) fn wrote(&self, folder: &Path, disk: &dyn Disk) {
        if !(self.files.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(FILES) {
            return;
        }
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        *thread = match mem::replace(&mut *thread, Ok(None)) {
            Ok(Some(busy)) if !busy.is_finished() => Ok(Some(busy)),
            Ok(idle) => finish(idle).map(|()| disk.flush_ahead(folder)),
            failed => failed,
        };
    }

    /// Waits for the flush under way. Says whether all went well so far.
    pub(crate) fn finish(&self) -> io::Result<()> {
        let thread = mem::replace(&mut *self.thread.lock().unwrap_or_else(PoisonError::into_inner), Ok(None));
        finish(thread?)
    }
}

fn finish(thread: Option<JoinHandle<io::Result<()>>>) -> io::Result<()> {
    thread.map_or(Ok(()), |thread| thread.join().unwrap_or_else(|_| Err(io::Error::other("a flush panicked"))))
}
