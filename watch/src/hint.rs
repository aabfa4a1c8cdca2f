//! [`Hint`]: what may have changed.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

/// What may have changed since the last hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Files that may have been changed, created or removed. The paths begin with the watched folder's path in the form that
    /// the caller used. A path may be a link, or a file that existed only for a moment.
    Paths(BTreeSet<PathBuf>),
    /// Anything may have changed.
    Rescan(RescanReason),
    /// A [`Stopper`](crate::Stopper) was used. Every later call also returns this hint.
    Stopped,
}

/// Why the watcher does not know what changed. If there are several reasons, this is the latest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RescanReason {
    /// The system's event queue overflowed.
    QueueOverflow,
    /// More paths changed than a batch holds.
    TooManyPaths,
    /// A folder was removed, renamed or replaced, including all its files.
    FolderGone(PathBuf),
    /// The watched folder was removed. The watcher waits until it exists again.
    RootGone,
    /// The watched folder exists again, or a different folder has taken its place.
    RootReturned,
    /// A folder cannot be read.
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        error: String,
    },
    /// The system failed to deliver events.
    Backend(String),
}

impl fmt::Display for RescanReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::QueueOverflow => f.write_str("the system's queue of file events overflowed"),
            Self::TooManyPaths => f.write_str("a very large number of files changed"),
            Self::FolderGone(folder) => write!(f, "folder {} was removed or renamed", folder.display()),
            Self::RootGone => f.write_str("the watched folder was removed"),
            Self::RootReturned => f.write_str("the watched folder is back"),
            Self::Unreadable { folder, error } => write!(f, "cannot read {}: {error}", folder.display()),
            Self::Backend(error) => write!(f, "file events failed: {error}"),
        }
    }
}
