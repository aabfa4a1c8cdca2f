//! [`WatchError`]: why watching cannot start or continue.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why watching cannot start or continue.
///
/// After [`Watcher::next`](crate::Watcher::next) has returned an error, the watcher cannot be used any more. Follow the advice
/// in the error, and create a new watcher.
#[derive(Debug, Error)]
pub enum WatchError {
    /// The path to watch is not a folder, or cannot be read.
    #[error("cannot watch {}: {error}; choose a folder that exists and is readable", path.display())]
    Root {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The system's limit on watched folders is reached.
    #[error(
        "cannot watch {}: the system's limit on watched folders is reached; raise the limit (on Linux: sysctl fs.inotify.max_user_watches=1048576), or poll instead",
        folder.display()
    )]
    TooManyFolders {
        /// The first folder that is not watched.
        folder: PathBuf,
    },
    /// The system's limit on watchers, or on open files, is reached.
    #[error(
        "cannot watch {}: too many watchers or open files; close other programs that watch files, raise the limit (on \
         Linux: sysctl fs.inotify.max_user_instances=1024, or ulimit -n), or poll instead",
        path.display()
    )]
    TooManyWatchers {
        /// The folder to watch.
        path: PathBuf,
    },
    /// The system could not deliver file events, for another reason.
    #[error("cannot watch {}: {error}; poll instead", path.display())]
    Backend {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        error: String,
    },
    /// The watching thread could not be started.
    #[error(
        "cannot start a thread to watch {}: {error}; close other programs, or raise the limit on processes",
        path.display()
    )]
    Thread {
        /// The folder to watch.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The watcher failed earlier. It reported the cause at that time.
    #[error("watching {} ended with an earlier error; create a new watcher", path.display())]
    Ended {
        /// The folder.
        path: PathBuf,
    },
}
