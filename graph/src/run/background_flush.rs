//! [`BackgroundFlush`]: flushes files during a build, so that few files are left to flush at its end.

use std::io;
use std::mem;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use rigmill_disk::Disk;

/// The number of written files after which another flush starts, unless a flush is running.
const FILES: usize = 1024;

/// The running flush, if any. It guarantees nothing: [`Disk::flush`] flushes the rest.
pub(crate) struct BackgroundFlush {
    files: AtomicUsize,
    /// The running thread, or the error of the first failed flush. The error is kept because the system reports it only once.
    thread: Mutex<io::Result<Option<JoinHandle<io::Result<()>>>>>,
}

impl BackgroundFlush {
    pub(crate) fn new() -> Self {
        Self { files: AtomicUsize::new(0), thread: Mutex::new(Ok(None)) }
    }

    /// Counts a file that was written below `folder`. Starts a flush if enough files were written.
    pub(crate) fn wrote(&self, folder: &Path, disk: &dyn Disk) {
        if !(self.files.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(FILES) {
            return;
        }
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        *thread = match mem::replace(&mut *thread, Ok(None)) {
            Ok(Some(busy)) if !busy.is_finished() => Ok(Some(busy)),
            Ok(idle) => join(idle).map(|()| disk.start_flush(folder)),
            failed => failed,
        };
    }

    /// Waits for the running flush. Returns the first error of all flushes.
    pub(crate) fn finish(&self) -> io::Result<()> {
        let thread = mem::replace(&mut *self.thread.lock().unwrap_or_else(PoisonError::into_inner), Ok(None));
        join(thread?)
    }
}

fn join(thread: Option<JoinHandle<io::Result<()>>>) -> io::Result<()> {
    thread.map_or(Ok(()), |thread| thread.join().unwrap_or_else(|_| Err(io::Error::other("a flush panicked"))))
}
