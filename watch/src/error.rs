//! [`WatchError`]: why watching cannot begin, or cannot go on.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why watching cannot begin, or cannot go on. After an error from [`Watcher::next`](crate::Watcher::next) the watcher
/// is of no more use; make another one, with what the error advises.
#[derive(Debug, Error)]
pub enum WatchError {
    /// What is to be watched is no folder, or cannot be read.
    #[error("cannot watch {}: {error}; name a folder that exists and may be read", path.display())]
    Root {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The system's limit on watched folders.
    #[error(
        "cannot watch {}: the system watches no more folders for this user; raise the limit (on Linux: \
         sysctl fs.inotify.max_user_watches=1048576), or poll instead",
        folder.display()
    )]
    TooManyFolders {
        /// The first folder that is not watched.
        folder: PathBuf,
    },
    /// The system's limit on watchers, or on open files.
    #[error(
        "cannot watch {}: too many watchers or open files; end other programs that watch files, raise the limit (on \
         Linux: sysctl fs.inotify.max_user_instances=1024, or ulimit -n), or poll instead",
        path.display()
    )]
    TooManyWatchers {
        /// The folder to be watched.
        path: PathBuf,
    },
    /// The system's file events fail in another way.
    #[error("cannot watch {}: {error}; poll instead", path.display())]
    Backend {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        error: String,
    },
    /// The watching thread cannot be started.
    #[error(
        "cannot start a thread to watch {}: {error}; end other programs, or raise the limit on processes",
        path.display()
    )]
    Thread {
        /// The folder to be watched.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The watcher has failed earlier, and told how.
    #[error("watching {} has ended with an earlier error; start anew", path.display())]
    Ended {
        /// The folder.
        path: PathBuf,
    },
}
