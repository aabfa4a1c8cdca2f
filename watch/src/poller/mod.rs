//! [`Poller`]: looks for changes where the system reports none.

pub(crate) mod snapshot;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::error::WatchError;
use crate::hint::RescanReason;
use crate::inbox::Inbox;
use crate::mailbox::Mailbox;
use crate::scope::Scope;
use snapshot::Snapshot;

/// The minimum pause between two scans.
const MIN_PAUSE: Duration = Duration::from_millis(10);

/// Compares all files at regular intervals and reports the changes.
#[derive(Debug)]
pub(crate) struct Poller {
    scope: Arc<Scope>,
    inbox: Arc<Inbox>,
    mailbox: Arc<Mailbox>,
    pause: Duration,
    /// The last snapshot; `None` while the root does not exist.
    seen: Option<Snapshot>,
}

impl Poller {
    /// Takes the first snapshot.
    ///
    /// # Errors
    /// Returns [`WatchError::Root`] if the root cannot be read.
    pub(crate) fn new(
        scope: Arc<Scope>,
        inbox: Arc<Inbox>,
        mailbox: Arc<Mailbox>,
        pause: Duration,
    ) -> Result<Self, WatchError> {
        let failed = |error| WatchError::Root { path: scope.root().to_owned(), error };
        let seen = Snapshot::new(&scope, || false).map_err(failed)?;
        Ok(Self { scope, inbox, mailbox, pause: pause.max(MIN_PAUSE), seen })
    }

    /// Polls until the inbox is closed.
    pub(crate) fn run(mut self) {
        while self.inbox.wait(self.pause).is_some() {
            self.poll();
        }
    }

    fn poll(&mut self) {
        let now = match Snapshot::new(&self.scope, || self.inbox.is_closed()) {
            Ok(Some(now)) => Some(now),
            Ok(None) => return,
            Err(_) => None,
        };
        match (&self.seen, &now) {
            (Some(old), Some(new)) => self.report(old.changes(new)),
            (Some(_), None) => self.mailbox.rescan(RescanReason::RootGone),
            (None, Some(_)) => self.mailbox.rescan(RescanReason::RootReturned),
            (None, None) => {}
        }
        self.seen = now;
    }

    fn report(&self, changes: Vec<PathBuf>) {
        if !changes.is_empty() {
            self.mailbox.add(changes);
        }
    }
}
