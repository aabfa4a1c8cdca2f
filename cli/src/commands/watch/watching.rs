//! [`Watching`]: the watcher of a project and its settings.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rigmill_graph::{IGNORE_FILES, Project};
use rigmill_watch::{Hint, RescanReason, Stopper, WatchError, WatchOptions, Watcher};

use crate::failure::Failure;
use crate::output::shell::{Shell, WARNING, styled};

/// The time for which events are collected before a rebuild.
const WINDOW: Duration = Duration::from_millis(30);

/// The time to wait without events before checking everything that rebuilds of single files skipped. The watcher does not
/// report events in the output folder, so this is also the interval at which the existence of outputs is checked.
pub(super) const QUIET: Duration = Duration::from_secs(1);

/// The polling interval if the system does not provide file events.
const FALLBACK_POLL: Duration = Duration::from_millis(500);

/// The watcher, and the settings to create a new one.
pub(super) struct Watching {
    pub(super) root: PathBuf,
    pub(super) options: WatchOptions,
    pub(super) watcher: Watcher,
    /// Stops the current watcher from the thread that waits for Ctrl-C.
    pub(super) stopper: Arc<Mutex<Stopper>>,
}

impl Watching {
    pub(super) fn begin(project: &Project, poll: Option<Duration>, shell: &Shell) -> Result<Self, Failure> {
        let root = project.root().to_owned();
        let skip = vec![project.out().to_owned()];
        let hidden = IGNORE_FILES.map(Into::into).to_vec();
        let mut options = WatchOptions { window: WINDOW, poll, skip, hidden };
        let watcher = match Watcher::new(&root, options.clone()) {
            Err(error) => fall_back(&root, &mut options, &error, shell)?,
            Ok(watcher) => watcher,
        };
        let stopper = Arc::new(Mutex::new(watcher.stopper()));
        Ok(Self { root, options, watcher, stopper })
    }

    /// Waits for the next hint for at most [`QUIET`].
    pub(super) fn next(&mut self, shell: &Shell) -> Result<Option<Hint>, Failure> {
        let error = match self.watcher.next_timeout(QUIET) {
            Ok(hint) => return Ok(hint),
            Err(error) => error,
        };
        let watcher = fall_back(&self.root, &mut self.options, &error, shell)?;
        self.exchange(watcher);
        Ok(Some(Hint::Rescan(RescanReason::Backend(error.to_string()))))
    }

    /// Replaces the skipped folders. Returns whether they changed; if so, the caller must check for missed changes.
    pub(super) fn skip(&mut self, folders: Vec<PathBuf>) -> Result<bool, Failure> {
        if self.options.skip == folders {
            return Ok(false);
        }
        self.options.skip = folders;
        let watcher = Watcher::new(&self.root, self.options.clone()).map_err(failure)?;
        self.exchange(watcher);
        Ok(true)
    }

    pub(super) fn exchange(&mut self, watcher: Watcher) {
        let mut stopper = self.stopper.lock().unwrap_or_else(PoisonError::into_inner);
        *stopper = watcher.stopper();
        // A stop request to the old watcher must not be lost.
        if matches!(self.watcher.next_timeout(Duration::ZERO), Ok(Some(Hint::Stopped))) {
            stopper.stop();
        }
        self.watcher = watcher;
    }
}

/// Switches to polling if the system does not provide file events, for example because its limit on watches is reached.
fn fall_back(root: &Path, options: &mut WatchOptions, error: &WatchError, shell: &Shell) -> Result<Watcher, Failure> {
    let refused = matches!(
        error,
        WatchError::TooManyFolders { .. } | WatchError::TooManyWatchers { .. } | WatchError::Backend { .. }
    );
    if !refused || options.poll.is_some() {
        return Err(Failure::other(error.to_string(), None));
    }
    options.poll = Some(FALLBACK_POLL);
    let watcher = Watcher::new(root, options.clone()).map_err(failure)?;
    let pause = FALLBACK_POLL.as_millis();
    shell.print_stderr(format_args!("{}: {error}; now polling every {pause} ms", styled(WARNING, "warning")));
    Ok(watcher)
}

pub(super) fn failure(error: WatchError) -> Failure {
    Failure::other(error.to_string(), None)
}
