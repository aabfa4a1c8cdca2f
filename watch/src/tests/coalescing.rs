//! Tests batches with a simulated clock.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::coalescer::{Coalescer, MAX_HOLD, MAX_PATHS};
use crate::{Hint, RescanReason};

const WINDOW: Duration = Duration::from_millis(30);

/// A coalescer and a simulated time, in milliseconds from the start.
struct Clocked {
    coalescer: Coalescer,
    start: Instant,
}

impl Clocked {
    fn new() -> Self {
        Self { coalescer: Coalescer::new(WINDOW), start: Instant::now() }
    }

    fn at(&self, ms: u64) -> Instant {
        self.start + Duration::from_millis(ms)
    }

    fn add(&mut self, ms: u64, path: &str) {
        self.coalescer.add(path.into(), self.at(ms));
    }

    fn rescan(&mut self, ms: u64, reason: RescanReason) {
        self.coalescer.rescan(reason, self.at(ms));
    }

    fn take(&mut self, ms: u64) -> Option<Hint> {
        self.coalescer.take(self.at(ms))
    }
}

fn paths(names: &[&str]) -> Option<Hint> {
    Some(Hint::Paths(names.iter().map(PathBuf::from).collect()))
}

#[test]
fn nothing_is_due_before_anything_came() {
    let mut clocked = Clocked::new();
    assert_eq!(clocked.coalescer.due(), None);
    assert_eq!(clocked.take(1_000_000), None);
}

#[test]
fn a_path_is_reported_after_the_window_and_once() {
    let mut clocked = Clocked::new();
    clocked.add(0, "a");
    assert_eq!(clocked.take(29), None);
    assert_eq!(clocked.take(30), paths(&["a"]));
    assert_eq!(clocked.take(1000), None);
}

#[test]
fn each_change_extends_the_batch_and_repeats_are_one() {
    let mut clocked = Clocked::new();
    clocked.add(0, "b");
    clocked.add(20, "a");
    clocked.add(40, "b");
    assert_eq!(clocked.take(69), None);
    assert_eq!(clocked.take(70), paths(&["a", "b"]));
}

#[test]
fn changes_without_a_pause_cannot_hold_a_batch_back() {
    let mut clocked = Clocked::new();
    let hold = u64::try_from(MAX_HOLD.as_millis()).unwrap();
    for ms in 0..hold {
        clocked.add(ms, "log");
        assert_eq!(clocked.take(ms), None, "at {ms} ms");
    }
    clocked.add(hold, "log");
    assert_eq!(clocked.take(hold), paths(&["log"]));
    clocked.add(hold + 1, "log");
    assert_eq!(clocked.take(hold + 30), None, "the next batch has a window of its own");
    assert_eq!(clocked.take(hold + 31), paths(&["log"]));
}

#[test]
fn a_rescan_takes_the_place_of_paths_before_and_after_it() {
    let mut clocked = Clocked::new();
    clocked.add(0, "a");
    clocked.rescan(1, RescanReason::QueueOverflow);
    clocked.add(2, "b");
    assert_eq!(clocked.take(31), None);
    assert_eq!(clocked.take(32), Some(Hint::Rescan(RescanReason::QueueOverflow)));
    assert_eq!(clocked.take(1000), None);
}

#[test]
fn the_latest_reason_for_a_rescan_is_reported() {
    let mut clocked = Clocked::new();
    clocked.rescan(0, RescanReason::RootGone);
    clocked.rescan(10, RescanReason::RootReturned);
    assert_eq!(clocked.take(40), Some(Hint::Rescan(RescanReason::RootReturned)));
}

#[test]
fn very_many_paths_become_a_rescan() {
    let mut clocked = Clocked::new();
    for number in 0..MAX_PATHS {
        clocked.add(0, &number.to_string());
    }
    clocked.add(0, "0");
    assert!(matches!(clocked.take(30), Some(Hint::Paths(paths)) if paths.len() == MAX_PATHS));
    for number in 0..=MAX_PATHS {
        clocked.add(40, &number.to_string());
    }
    assert_eq!(clocked.take(70), Some(Hint::Rescan(RescanReason::TooManyPaths)));
}
