//! [`Tally`]: counts what a store does, for its report.

use std::sync::atomic::{AtomicU64, Ordering};

/// A counter that only grows until it is reported.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns the count and resets it to 0.
    pub(crate) fn take(&self) -> u64 {
        self.0.swap(0, Ordering::Relaxed)
    }
}

/// The counters of a store since its last report.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) calls: Count,
    pub(crate) asked: Count,
    pub(crate) found: Count,
    pub(crate) stored: Count,
    pub(crate) given_up: Count,
    /// The number of upload calls that a server acknowledged. It never decreases, so a standstill can be detected.
    pub(crate) acknowledged: Count,
}
