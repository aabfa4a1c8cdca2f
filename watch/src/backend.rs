//! [`Backend`]: the system's file events, received through the crate `notify`.

use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use notify::{Config, EventHandler, RecommendedWatcher, RecursiveMode, Watcher, WatcherKind};

use crate::error::WatchError;

/// Unix error codes for too many open files: EMFILE (this process, or this user's watchers) and ENFILE (the system).
const OPEN_FILE_LIMITS: [i32; 2] = [24, 23];

/// The system's file events, received through the crate `notify`.
#[derive(Debug)]
pub(crate) struct Backend {
    /// `None` after `notify` panicked, which it does if its own thread has ended.
    system: Option<RecommendedWatcher>,
    root: PathBuf,
}

/// The result of a request to watch a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watching {
    On,
    /// The folder does not exist.
    Gone,
    /// Watching is not permitted, or the path is too long.
    Refused,
}

impl Backend {
    /// Creates a backend for paths at or below `root`. It calls `handler` on its own thread.
    pub(crate) fn new(root: &Path, handler: impl EventHandler) -> Result<Self, WatchError> {
        let config = Config::default().with_follow_symlinks(false);
        let made = catch_panic(|| RecommendedWatcher::new(handler, config)).unwrap_or_else(|| Err(thread_ended()));
        let system = made.map_err(|error| failure(error, root))?;
        Ok(Self { system: Some(system), root: root.to_owned() })
    }

    /// Whether each folder has to be watched individually. If not, the system watches everything below the root, including new
    /// folders.
    pub(crate) fn is_per_folder() -> bool {
        RecommendedWatcher::kind() == WatcherKind::Inotify
    }

    /// Watches the direct entries of a folder. May be called again for the same folder.
    pub(crate) fn watch_folder(&mut self, folder: &Path) -> Result<Watching, WatchError> {
        self.watch(folder, RecursiveMode::NonRecursive)
    }

    /// Watches the root and everything below it.
    pub(crate) fn watch_tree(&mut self) -> Result<Watching, WatchError> {
        self.watch(&self.root.clone(), RecursiveMode::Recursive)
    }

    fn watch(&mut self, folder: &Path, mode: RecursiveMode) -> Result<Watching, WatchError> {
        let Some(system) = &mut self.system else { return Err(failure(thread_ended(), folder)) };
        match catch_panic(|| system.watch(folder, mode)) {
            Some(Ok(())) => Ok(Watching::On),
            Some(Err(error)) => folder_error(&error).ok_or_else(|| failure(error, folder)),
            None => {
                // The destructor would panic as well.
                mem::forget(self.system.take());
                Err(failure(thread_ended(), folder))
            }
        }
    }
}

impl Drop for Backend {
    fn drop(&mut self) {
        let system = self.system.take();
        catch_panic(|| drop(system));
    }
}

/// Returns the result of `work`; `None` if it panics.
pub(crate) fn catch_panic<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Returns what an error means for the folder; `None` if the cause lies in the system.
fn folder_error(error: &notify::Error) -> Option<Watching> {
    use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound, PermissionDenied};
    let notify::ErrorKind::Io(error) = &error.kind else {
        return matches!(error.kind, notify::ErrorKind::PathNotFound).then_some(Watching::Gone);
    };
    match error.kind() {
        NotFound | NotADirectory => Some(Watching::Gone),
        PermissionDenied | InvalidFilename => Some(Watching::Refused),
        _ => None,
    }
}

fn failure(error: notify::Error, folder: &Path) -> WatchError {
    let path = folder.to_owned();
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => WatchError::TooManyFolders { folder: path },
        notify::ErrorKind::Io(error) if is_open_file_limit(error) => WatchError::TooManyWatchers { path },
        _ => WatchError::Backend { path, error: error.to_string() },
    }
}

fn is_open_file_limit(error: &io::Error) -> bool {
    cfg!(unix) && error.raw_os_error().is_some_and(|code| OPEN_FILE_LIMITS.contains(&code))
}

fn thread_ended() -> notify::Error {
    notify::Error::generic("the thread for file events has ended")
}
