//! [`Mailbox`]: collects the next hint until the caller fetches it.

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::coalescer::Coalescer;
use crate::error::WatchError;
use crate::hint::{Hint, RescanReason};

/// Collects the next hint until the caller fetches it. Contains one batch, which grows until it is fetched.
#[derive(Debug)]
pub(crate) struct Mailbox {
    root: PathBuf,
    contents: Mutex<Contents>,
    changed: Condvar,
}

#[derive(Debug)]
struct Contents {
    batch: Coalescer,
    failure: Failure,
    stopped: bool,
}

#[derive(Debug)]
enum Failure {
    None,
    New(WatchError),
    Reported,
}

impl Mailbox {
    pub(crate) fn new(root: &Path, window: Duration) -> Self {
        let contents = Contents { batch: Coalescer::new(window), failure: Failure::None, stopped: false };
        Self { root: root.to_owned(), contents: Mutex::new(contents), changed: Condvar::new() }
    }

    /// Adds files that may have changed.
    pub(crate) fn add(&self, paths: Vec<PathBuf>) {
        self.update(|batch, now| paths.into_iter().for_each(|path| batch.add(path, now)));
    }

    /// Turns the batch into a rescan.
    pub(crate) fn rescan(&self, reason: RescanReason) {
        self.update(|batch, now| batch.rescan(reason, now));
    }

    /// Notes that watching has ended with an error.
    pub(crate) fn fail(&self, error: WatchError) {
        self.lock().failure = Failure::New(error);
        self.changed.notify_all();
    }

    /// Makes every later fetch return [`Hint::Stopped`].
    pub(crate) fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    /// Returns the number of paths in the batch.
    #[cfg(test)]
    pub(crate) fn batch_len(&self) -> usize {
        self.lock().batch.len()
    }

    /// Waits for a hint, until `end` if it is given.
    pub(crate) fn fetch(&self, end: Option<Instant>) -> Result<Option<Hint>, WatchError> {
        let mut contents = self.lock();
        loop {
            let now = Instant::now();
            if let Some(hint) = contents.next(now, &self.root)? {
                return Ok(Some(hint));
            }
            if end.is_some_and(|end| end <= now) {
                return Ok(None);
            }
            contents = self.wait(contents, now, end);
        }
    }

    fn wait<'a>(
        &self,
        contents: MutexGuard<'a, Contents>,
        now: Instant,
        end: Option<Instant>,
    ) -> MutexGuard<'a, Contents> {
        match contents.batch.due().into_iter().chain(end).min() {
            Some(until) => {
                let rest = until.saturating_duration_since(now);
                self.changed.wait_timeout(contents, rest).unwrap_or_else(PoisonError::into_inner).0
            }
            None => self.changed.wait(contents).unwrap_or_else(PoisonError::into_inner),
        }
    }

    fn update(&self, change: impl FnOnce(&mut Coalescer, Instant)) {
        let mut contents = self.lock();
        let idle = contents.batch.due().is_none();
        change(&mut contents.batch, Instant::now());
        // A thread that waits for a pending batch wakes up when the batch is due, and then checks whether it has grown.
        if idle {
            self.changed.notify_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    fn next(&mut self, now: Instant, root: &Path) -> Result<Option<Hint>, WatchError> {
        if self.stopped {
            return Ok(Some(Hint::Stopped));
        }
        match std::mem::replace(&mut self.failure, Failure::Reported) {
            Failure::None => self.failure = Failure::None,
            Failure::New(error) => return Err(error),
            Failure::Reported => return Err(WatchError::Ended { path: root.to_owned() }),
        }
        Ok(self.batch.take(now))
    }
}
