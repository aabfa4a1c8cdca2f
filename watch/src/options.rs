//! [`WatchOptions`]: how to watch a folder.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The maximum window. Longer windows are shortened to this.
pub const MAX_WINDOW: Duration = Duration::from_millis(50);

/// How to watch a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchOptions {
    /// How long to wait for more events after an event, before the batch is reported. At most [`MAX_WINDOW`].
    pub window: Duration,
    /// If set, all files are compared at this interval, instead of waiting for events. Network file systems need this, because
    /// they do not report edits made on other machines.
    pub poll: Option<Duration>,
    /// Folders to ignore, such as output folders. Paths are absolute or relative to the current folder.
    pub skip: Vec<PathBuf>,
    /// The names of hidden files that are reported anyway, if they are in folders that are not hidden.
    pub hidden: Vec<OsString>,
}

impl Default for WatchOptions {
    fn default() -> Self {
        Self { window: Duration::from_millis(30), poll: None, skip: Vec::new(), hidden: Vec::new() }
    }
}
