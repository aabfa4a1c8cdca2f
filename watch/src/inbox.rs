//! [`Inbox`]: the queue of signals for the worker.

use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::signal::Signal;

/// The maximum number of waiting signals. If there are more, they become an overflow.
pub(crate) const MAX_SIGNALS: usize = 65_536;

/// The queue of signals for the worker. Adding a signal never blocks, so that the system's queue is emptied in time.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    queue: Mutex<Queue>,
    changed: Condvar,
}

/// The contents of an [`Inbox`].
#[derive(Debug, Default)]
pub(crate) struct Queue {
    signals: Vec<Signal>,
    closed: bool,
}

impl Inbox {
    pub(crate) fn put(&self, signal: Signal) {
        let mut queue = self.lock();
        // A file is often written in many parts, each with its own event.
        if queue.signals.last() == Some(&signal) {
            return;
        }
        if queue.signals.len() >= MAX_SIGNALS {
            queue.signals.clear();
            queue.signals.push(Signal::Overflow);
        }
        queue.signals.push(signal);
        if queue.signals.len() == 1 {
            self.changed.notify_one();
        }
    }

    /// Closes the inbox permanently. Nothing waits for signals any more.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Waits for signals for at most `time`, then removes and returns all of them. Returns `None` if the inbox is closed.
    pub(crate) fn wait(&self, time: Duration) -> Option<Vec<Signal>> {
        let waiting = |queue: &mut Queue| queue.signals.is_empty() && !queue.closed;
        let waited = self.changed.wait_timeout_while(self.lock(), time, waiting);
        let mut queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        (!queue.closed).then(|| std::mem::take(&mut queue.signals))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a signal for each written file.
    pub(crate) fn put_written(&self, paths: impl IntoIterator<Item = PathBuf>) {
        paths.into_iter().for_each(|path| self.put(Signal::Written(path)));
    }
}
