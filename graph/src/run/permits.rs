//! [`StagePermits`]: limits how many stages run at the same time, on this machine and on other machines.

use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

thread_local! {
    /// Whether this thread has a permit to run stages on this machine.
    static MAY_RUN_STAGES: Cell<bool> = const { Cell::new(false) };
}

/// Limits how many stages run at the same time. A build can have more threads than that, because most of its threads wait for
/// other machines.
///
/// A thread that waits for another asset returns its permit while it waits, so permits cannot cause a deadlock.
pub(crate) struct StagePermits {
    here: usize,
    free: Mutex<Free>,
    returned: Condvar,
}

#[derive(Clone, Copy)]
struct Free {
    here: usize,
    elsewhere: usize,
}

/// Where a permit allows stages to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// This machine.
    Here,
    /// One of the machines that run actions for this machine.
    Elsewhere,
}

/// A permit to run stages. Dropping it returns it.
pub(super) struct Permit<'a> {
    permits: &'a StagePermits,
    pub(super) place: Place,
}

impl Free {
    fn at(&mut self, place: Place) -> &mut usize {
        match place {
            Place::Here => &mut self.here,
            Place::Elsewhere => &mut self.elsewhere,
        }
    }
}

impl StagePermits {
    /// Creates permits for this number of stages on this machine and this number of actions elsewhere.
    pub(crate) fn new(stages: usize, elsewhere: usize) -> Self {
        let here = stages.max(1);
        Self { here, free: Mutex::new(Free { here, elsewhere }), returned: Condvar::new() }
    }

    /// Returns the number of stages that may run on this machine.
    pub(super) fn here(&self) -> usize {
        self.here
    }

    /// Runs a stage on this machine. Waits for a permit first, unless this thread already has one.
    pub(super) fn run<T>(&self, stage: impl FnOnce() -> T) -> T {
        let _permit = (!MAY_RUN_STAGES.get()).then(|| self.take(&[Place::Here]));
        stage()
    }

    /// Waits for something that may itself need permits.
    pub(super) fn wait<T>(&self, wait: impl FnOnce() -> T) -> T {
        if !MAY_RUN_STAGES.get() {
            return wait();
        }
        self.give(Place::Here);
        let _permit = OnDrop(|| std::mem::forget(self.take(&[Place::Here])));
        wait()
    }

    /// Waits for a permit for one of these places. If several are free, takes the first.
    pub(super) fn take(&self, places: &[Place]) -> Permit<'_> {
        let mut free = self.free();
        loop {
            if let Some(permit) = self.take_free(&mut free, places) {
                return permit;
            }
            free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a permit for a place, if one is free.
    pub(super) fn try_take(&self, place: Place) -> Option<Permit<'_>> {
        self.take_free(&mut self.free(), &[place])
    }

    fn take_free(&self, free: &mut Free, places: &[Place]) -> Option<Permit<'_>> {
        let place = places.iter().copied().find(|&place| *free.at(place) > 0)?;
        *free.at(place) -= 1;
        if place == Place::Here {
            MAY_RUN_STAGES.set(true);
        }
        Some(Permit { permits: self, place })
    }

    fn give(&self, place: Place) {
        let mut free = self.free();
        *free.at(place) += 1;
        if place == Place::Here {
            MAY_RUN_STAGES.set(false);
        }
        drop(free);
        // All waiting threads are notified, because some of them may wait for a different place.
        self.returned.notify_all();
    }

    fn free(&self) -> MutexGuard<'_, Free> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.permits.give(self.place);
    }
}

/// Calls its closure when it is dropped, including after a panic.
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
        let (permits, running, most) = (StagePermits::new(2, 0), AtomicUsize::new(0), AtomicUsize::new(0));
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
        let permits = StagePermits::new(1, 0);
        // Simulates a stage that needs another asset, whose stage runs on this thread or on another thread.
        permits.run(|| permits.wait(|| permits.run(|| permits.wait(|| permits.run(|| ())))));
        let other = || thread::scope(|scope| scope.spawn(|| permits.run(|| 7)).join().unwrap());
        assert_eq!(permits.run(|| permits.wait(other)), 7);
    }

    #[test]
    fn a_panic_returns_the_permit() {
        let permits = StagePermits::new(1, 0);
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| permits.run(|| panic!("a stage"))));
        assert!(panic.is_err());
        permits.run(|| ());
    }

    #[test]
    fn the_first_free_place_is_taken() {
        let permits = StagePermits::new(1, 1);
        let either = || permits.take(&[Place::Here, Place::Elsewhere]);
        let here = either();
        let elsewhere = either();
        assert_eq!((here.place, elsewhere.place), (Place::Here, Place::Elsewhere));
        assert!(permits.try_take(Place::Here).is_none() && permits.try_take(Place::Elsewhere).is_none());
        drop(elsewhere);
        assert_eq!(either().place, Place::Elsewhere);
        // A stage of this thread already has its permit.
        permits.run(|| drop(here));
        assert!(permits.try_take(Place::Here).is_some());
    }
}
