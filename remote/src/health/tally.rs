//! [`Tally`]: what a store did, for its report.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that only grows until it is reported.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// The number, which is 0 from then on.
    pub(crate) fn take(&self) -> u64 {
        self.0.swap(0, Ordering::Relaxed)
    }
}

/// What a store did since its last report.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) calls: Count,
    pub(crate) asked: Count,
    pub(crate) found: Count,
    pub(crate) stored: Count,
    pub(crate) given_up: Count,
    /// The uploads' calls that a server acknowledged. It never falls, so a standstill can be seen.
    pub(crate) acknowledged: Count,
}
