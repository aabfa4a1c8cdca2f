//! [`WatchOptions`].

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The longest window; longer ones are shortened to this.
pub const MAX_WINDOW: Duration = Duration::from_millis(50);

/// How to watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchOptions {
    /// How long to wait after an event for more before the batch is reported. At most [`MAX_WINDOW`].
    pub window: Duration,
    /// Compare all files at this interval instead of waiting for events. Network file systems need it: they don't report
    /// edits made on other machines.
    pub poll: Option<Duration>,
    /// Folders to ignore, such as output folders; absolute or relative to the current folder.
    pub skip: Vec<PathBuf>,
    /// The names of hidden files that are reported nevertheless, in folders that are not hidden.
    pub hidden: Vec<OsString>,
}

impl Default for WatchOptions {
    fn default() -> Self {
        Self { window: Duration::from_millis(30), poll: None, skip: Vec::new(), hidden: Vec::new() }
    }
}
