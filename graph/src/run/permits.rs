//! [`StagePermits`]: limits how many stages run at the same time.

use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

thread_local! {
    /// Whether this thread has a permit.
    static HAS_PERMIT: Cell<bool> = const { Cell::new(false) };
}

/// Limits how many stages run at the same time, where a build has more threads than that: most of its threads wait for a
/// remote cache.
///
/// A thread that waits for another asset returns its permit meanwhile, so permits cannot lead to a deadlock.
pub(crate) struct StagePermits {
    free: Mutex<usize>,
    returned: Condvar,
}

impl StagePermits {
    /// Permits for so many stages.
    pub(crate) fn new(stages: usize) -> Self {
        Self { free: Mutex::new(stages.max(1)), returned: Condvar::new() }
    }

    /// Runs a stage, once there is a permit for it.
    pub(super) fn run<T>(&self, stage: impl FnOnce() -> T) -> T {
        self.take();
        let _permit = OnDrop(|| self.give());
        stage()
    }

    /// Waits for something that may need permits itself.
    pub(super) fn wait<T>(&self, wait: impl FnOnce() -> T) -> T {
        if !HAS_PERMIT.get() {
            return wait();
        }
        self.give();
        let _permit = OnDrop(|| self.take());
        wait()
    }

    fn take(&self) {
        let mut free = self.free();
        while *free == 0 {
            free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        HAS_PERMIT.set(true);
    }

    fn give(&self) {
        *self.free() += 1;
        HAS_PERMIT.set(false);
        self.returned.notify_one();
    }

    fn free(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs its action when it is dropped, after a panic as well.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn no_more_stages_run_than_there_are_permits() {
        let (permits, running, most) = (StagePermits::new(2), AtomicUsize::new(0), AtomicUsize::new(0));
        let stage = || {
            most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::yield_now();
            running.fetch_sub(1, Ordering::SeqCst);
        };
        thread::scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|| (0..50).for_each(|_| permits.run(stage)));
            }
        });
        assert!(most.into_inner() <= 2);
    }

    #[test]
    fn a_stage_that_waits_lends_its_permit() {
        let permits = StagePermits::new(1);
        // As a stage that needs another asset, whose stage runs on this thread or on another one.
        permits.run(|| permits.wait(|| permits.run(|| permits.wait(|| permits.run(|| ())))));
        let other = || thread::scope(|scope| scope.spawn(|| permits.run(|| 7)).join().unwrap());
        assert_eq!(permits.run(|| permits.wait(other)), 7);
    }

    #[test]
    fn a_panic_returns_the_permit() {
        let permits = StagePermits::new(1);
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| permits.run(|| panic!("a stage"))));
        assert!(panic.is_err());
        permits.run(|| ());
    }
}
