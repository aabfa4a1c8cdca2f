//! [`Watcher`] and [`Stopper`]: watch a folder from any thread, and stop watching.

use std::path::{self, Path};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::backend::catch_panic;
use crate::error::WatchError;
use crate::hint::Hint;
use crate::inbox::Inbox;
use crate::mailbox::Mailbox;
use crate::options::{MAX_WINDOW, WatchOptions};
use crate::poller::Poller;
use crate::scope::Scope;
use crate::tree::Tree;
use crate::worker::Worker;

/// Watches a folder and everything below it. Dropping the watcher ends its threads.
#[derive(Debug)]
pub struct Watcher {
    scope: Arc<Scope>,
    pub(crate) inbox: Arc<Inbox>,
    mailbox: Arc<Mailbox>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Starts to watch the folder `root`. Every change after this function returns will be reported.
    ///
    /// # Errors
    /// Returns a [`WatchError`] if the folder cannot be read or the system cannot watch it.
    pub fn new(root: &Path, options: WatchOptions) -> Result<Self, WatchError> {
        let root = path::absolute(root).map_err(|error| WatchError::Root { path: root.to_owned(), error })?;
        let mailbox = Arc::new(Mailbox::new(&root, options.window.min(MAX_WINDOW)));
        let scope = Arc::new(Scope::new(&root, &options.skip, &options.hidden));
        let mut watcher = Self { scope, inbox: Arc::default(), mailbox, thread: None };
        watcher.thread = Some(match options.poll {
            Some(pause) => watcher.poll(pause)?,
            None => watcher.watch()?,
        });
        Ok(watcher)
    }

    /// Returns the absolute path of the watched folder. Every path in a hint begins with this path.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.scope.root()
    }

    /// Waits for the next hint. Changes between two calls are collected for the next call.
    ///
    /// # Errors
    /// Returns a [`WatchError`] if watching cannot continue.
    pub fn next(&self) -> Result<Hint, WatchError> {
        loop {
            if let Some(hint) = self.mailbox.fetch(None)? {
                return Ok(hint);
            }
        }
    }

    /// Waits for the next hint for at most `time`. Returns `None` if there was none.
    ///
    /// # Errors
    /// Returns the same errors as [`Watcher::next`].
    pub fn next_timeout(&self, time: Duration) -> Result<Option<Hint>, WatchError> {
        match Instant::now().checked_add(time) {
            Some(end) => self.mailbox.fetch(Some(end)),
            None => self.next().map(Some),
        }
    }

    /// Returns a handle with which another thread can end the wait.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper { mailbox: self.mailbox.clone() }
    }

    #[cfg(test)]
    pub(crate) fn batch_len(&self) -> usize {
        self.mailbox.batch_len()
    }

    fn watch(&self) -> Result<JoinHandle<()>, WatchError> {
        let (scope, inbox, mailbox) = self.parts();
        let mut tree = Tree::new(scope, inbox.clone(), mailbox.clone());
        tree.arm()?;
        let worker = Worker::new(tree, inbox, mailbox);
        self.spawn(move || worker.run())
    }

    fn poll(&self, pause: Duration) -> Result<JoinHandle<()>, WatchError> {
        let (scope, inbox, mailbox) = self.parts();
        let poller = Poller::new(scope, inbox, mailbox, pause)?;
        self.spawn(move || {
            poller.run();
            Ok(())
        })
    }

    fn parts(&self) -> (Arc<Scope>, Arc<Inbox>, Arc<Mailbox>) {
        (self.scope.clone(), self.inbox.clone(), self.mailbox.clone())
    }

    /// Runs `work` on a new thread. If it fails or panics, this is reported to the caller that waits for a hint.
    fn spawn(
        &self,
        work: impl FnOnce() -> Result<(), WatchError> + Send + 'static,
    ) -> Result<JoinHandle<()>, WatchError> {
        let (mailbox, path) = (self.mailbox.clone(), self.root().to_owned());
        let failed = |error| WatchError::Thread { path: self.root().to_owned(), error };
        let reporting_work = move || match catch_panic(work) {
            Some(Ok(())) => {}
            Some(Err(error)) => mailbox.fail(error),
            None => mailbox.fail(WatchError::Backend { path, error: "the watching thread failed".to_owned() }),
        };
        thread::Builder::new().name("rigmill-watch".to_owned()).spawn(reporting_work).map_err(failed)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.inbox.close();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was already reported.
            thread.join().ok();
        }
    }
}

/// Ends the wait for hints. After this, [`Watcher::next`] always returns [`Hint::Stopped`].
///
/// A stopper can be used from any thread, but not in a signal handler, because it takes a lock.
#[derive(Clone, Debug)]
pub struct Stopper {
    mailbox: Arc<Mailbox>,
}

impl Stopper {
    /// Ends the wait for hints, now and in all later calls.
    pub fn stop(&self) {
        self.mailbox.stop();
    }
}
