//! [`Coalescer`]: merges changes that occur within a short time into one hint. It does not use clocks, threads or files.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::hint::{Hint, RescanReason};

/// The maximum time for which an uninterrupted series of changes delays a batch.
pub(crate) const MAX_HOLD: Duration = Duration::from_millis(250);

/// The maximum number of paths in a batch. If there are more, the batch becomes a rescan.
pub(crate) const MAX_PATHS: usize = 65_536;

/// Collects changes until no new one has occurred for a while, or until the first one has waited long enough.
#[derive(Debug)]
pub(crate) struct Coalescer {
    window: Duration,
    pending: Option<Batch>,
}

#[derive(Debug)]
struct Batch {
    changes: Changes,
    first: Instant,
    last: Instant,
}

#[derive(Debug)]
enum Changes {
    Paths(BTreeSet<PathBuf>),
    Anything(RescanReason),
}

impl Coalescer {
    pub(crate) fn new(window: Duration) -> Self {
        Self { window, pending: None }
    }

    /// Adds a file that may have changed.
    pub(crate) fn add(&mut self, path: PathBuf, now: Instant) {
        let batch = self.batch(now);
        let Changes::Paths(paths) = &mut batch.changes else { return };
        paths.insert(path);
        if paths.len() > MAX_PATHS {
            batch.changes = Changes::Anything(RescanReason::TooManyPaths);
        }
    }

    /// Turns the batch into a rescan. From then on, individual paths in this batch are ignored.
    pub(crate) fn rescan(&mut self, reason: RescanReason, now: Instant) {
        self.batch(now).changes = Changes::Anything(reason);
    }

    /// Returns when the batch is due, unless more changes follow. Returns `None` if there is no batch.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.pending.as_ref().map(|batch| (batch.last + self.window).min(batch.first + MAX_HOLD))
    }

    /// Removes and returns the batch, if it is due.
    pub(crate) fn take(&mut self, now: Instant) -> Option<Hint> {
        if self.due()? > now {
            return None;
        }
        self.pending.take().map(|batch| match batch.changes {
            Changes::Paths(paths) => Hint::Paths(paths),
            Changes::Anything(reason) => Hint::Rescan(reason),
        })
    }

    /// Returns the number of paths in the batch.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.pending.iter().map(|batch| if let Changes::Paths(paths) = &batch.changes { paths.len() } else { 0 }).sum()
    }

    fn batch(&mut self, now: Instant) -> &mut Batch {
        let batch = self.pending.get_or_insert_with(|| Batch {
            changes: Changes::Paths(BTreeSet::new()),
            first: now,
            last: now,
        });
        batch.last = now;
        batch
    }
}
