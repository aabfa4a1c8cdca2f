//! [`Coalescer`]: merges changes that come within a short time into one hint. It has no clock, threads or files.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::hint::{Hint, RescanReason};

/// The longest time that an uninterrupted series of changes delays a batch.
pub(crate) const MAX_HOLD: Duration = Duration::from_millis(250);

/// The largest number of paths in a batch; more become a rescan.
pub(crate) const MAX_PATHS: usize = 65_536;

/// Collects changes until none has come for a while, or the first has waited long enough.
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

    /// Turns the batch into a rescan; single paths no longer matter until its end.
    pub(crate) fn rescan(&mut self, reason: RescanReason, now: Instant) {
        self.batch(now).changes = Changes::Anything(reason);
    }

    /// When the batch is due, unless more changes come; `None` without a batch.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.pending.as_ref().map(|batch| (batch.last + self.window).min(batch.first + MAX_HOLD))
    }

    /// The batch, if it is due.
    pub(crate) fn take(&mut self, now: Instant) -> Option<Hint> {
        if self.due()? > now {
            return None;
        }
        self.pending.take().map(|batch| match batch.changes {
            Changes::Paths(paths) => Hint::Paths(paths),
            Changes::Anything(reason) => Hint::Rescan(reason),
        })
    }

    /// The number of paths in the batch.
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
