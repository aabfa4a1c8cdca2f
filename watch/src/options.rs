//! [`WatchOptions`].

use std::path::PathBuf;
use std::time::Duration;

/// The longest window; a longer one is taken as this.
pub const MAX_WINDOW: Duration = Duration::from_millis(50);

/// How to watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchOptions {
    /// How long no event may come before the ones at hand are told as one batch. At most [`MAX_WINDOW`].
    pub window: Duration,
    /// Look at every file this often, instead of waiting for events: for network file systems, which send none for what
    /// other machines do.
    pub poll: Option<Duration>,
    /// Folders of which nothing is told, absolute or relative to the current folder: outputs.
    pub skip: Vec<PathBuf>,
}

impl Default for WatchOptions {
    fn default() -> Self {
        Self { window: Duration::from_millis(30), poll: None, skip: Vec::new() }
    }
}
