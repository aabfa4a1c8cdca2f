//! [`Hint`]: what may have changed.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

/// What may have changed since the last hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Files that may have changed, appeared or gone. They begin with the watched folder, as it was named. A path may
    /// be that of a link, or of something that was never more than a moment there.
    Paths(BTreeSet<PathBuf>),
    /// Anything may have changed.
    Rescan(RescanReason),
    /// A [`Stopper`](crate::Stopper) was used. Every later call says so, too.
    Stopped,
}

/// Why it is not known what changed. The latest one, where there were several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RescanReason {
    /// The system dropped events, as more came than it keeps.
    QueueOverflow,
    /// More paths changed than are kept apart.
    TooManyPaths,
    /// A folder was removed, renamed or replaced; the files in it went along.
    FolderGone(PathBuf),
    /// The watched folder has gone. Its return is waited for.
    RootGone,
    /// The watched folder is back, or another one is in its place.
    RootReturned,
    /// A folder cannot be read.
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        error: String,
    },
    /// The system failed to tell events.
    Backend(String),
}

impl fmt::Display for RescanReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::QueueOverflow => f.write_str("more file events came than the system keeps"),
            Self::TooManyPaths => f.write_str("very many files changed"),
            Self::FolderGone(folder) => write!(f, "folder {} was removed or renamed", folder.display()),
            Self::RootGone => f.write_str("the watched folder has gone"),
            Self::RootReturned => f.write_str("the watched folder is back"),
            Self::Unreadable { folder, error } => write!(f, "cannot read {}: {error}", folder.display()),
            Self::Backend(error) => write!(f, "file events failed: {error}"),
        }
    }
}
