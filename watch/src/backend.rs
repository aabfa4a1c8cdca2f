//! [`Backend`]: the system's file events, by way of notify.

use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use notify::{Config, EventHandler, RecommendedWatcher, RecursiveMode, Watcher, WatcherKind};

use crate::error::WatchError;

/// What Unix says of too many open files: EMFILE, of this process or this user's watchers, and ENFILE, of the system.
const OPEN_FILE_LIMITS: [i32; 2] = [24, 23];

/// The system's file events, by way of notify.
#[derive(Debug)]
pub(crate) struct Backend {
    /// `None` after it panicked, which it does when its own thread is gone.
    system: Option<RecommendedWatcher>,
    root: PathBuf,
}

/// What became of the wish to watch a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watching {
    On,
    /// There is no such folder.
    Gone,
    /// It may not be watched, or its path is too long.
    Refused,
}

impl Backend {
    /// File events for what is watched at or below `root`. `handler` is called on a thread of the backend's own.
    pub(crate) fn new(root: &Path, handler: impl EventHandler) -> Result<Self, WatchError> {
        let config = Config::default().with_follow_symlinks(false);
        let made = guarded(|| RecommendedWatcher::new(handler, config)).unwrap_or_else(|| Err(thread_gone()));
        let system = made.map_err(|error| failure(error, root))?;
        Ok(Self { system: Some(system), root: root.to_owned() })
    }

    /// Whether each folder has to be watched singly. Otherwise the system watches all that is below the root, new
    /// folders included.
    pub(crate) fn is_per_folder() -> bool {
        RecommendedWatcher::kind() == WatcherKind::Inotify
    }

    /// Watches the entries of a folder, and no deeper. Again, if that was done before.
    pub(crate) fn watch_folder(&mut self, folder: &Path) -> Result<Watching, WatchError> {
        self.watch(folder, RecursiveMode::NonRecursive)
    }

    /// Watches the root and all below it.
    pub(crate) fn watch_tree(&mut self) -> Result<Watching, WatchError> {
        self.watch(&self.root.clone(), RecursiveMode::Recursive)
    }

    fn watch(&mut self, folder: &Path, mode: RecursiveMode) -> Result<Watching, WatchError> {
        let Some(system) = &mut self.system else { return Err(failure(thread_gone(), folder)) };
        match guarded(|| system.watch(folder, mode)) {
            Some(Ok(())) => Ok(Watching::On),
            Some(Err(error)) => folders_own(&error).ok_or_else(|| failure(error, folder)),
            None => {
                // Its destructor would panic, too.
                mem::forget(self.system.take());
                Err(failure(thread_gone(), folder))
            }
        }
    }
}

impl Drop for Backend {
    fn drop(&mut self) {
        let system = self.system.take();
        guarded(|| drop(system));
    }
}

/// What `work` returns; `None` if it panics.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// What an error says of the folder; `None` if the cause is in the system.
fn folders_own(error: &notify::Error) -> Option<Watching> {
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

fn thread_gone() -> notify::Error {
    notify::Error::generic("the thread for file events is gone")
}
