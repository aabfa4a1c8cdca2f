//! [`Breaker`]: keeps a failing or slow cache from delaying the build.
//!
//! ```text
//! closed      all calls are made; opens after several consecutive failures of calls of one kind, or if lookups take
//!             too long on average
//! open        no calls are made until the build ends
//! half-open   from the end of that build to the outcome of the next call, which closes or opens it
//! ```

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::failure::{CallError, Remedy};

/// The number of consecutive failures that opens the breaker.
const MAX_FAILURES: u32 = 3;

/// The number of recent lookups whose mean time is considered.
const LOOKUPS: usize = 64;

/// The maximum mean time of a lookup.
const SLOWEST_MEAN: Duration = Duration::from_millis(400);

/// The subject of a call. Failures are counted per kind, because successful lookups say nothing about failing blobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallKind {
    LookUp,
    SmallBlob,
    LargeBlob,
    /// An action that a different machine runs, including its blobs.
    Action,
}

/// Decides whether calls are made.
#[derive(Debug, Default)]
pub(crate) struct Breaker {
    is_open: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The number of consecutive failures of each kind.
    failures: [u32; 4],
    /// The time when the last counted failure of each kind ended.
    last_failures: [Option<Instant>; 4],
    half_open: bool,
    /// The times of the last lookups, and their sum.
    times: VecDeque<Duration>,
    sum: Duration,
}

/// The reason why the breaker has just opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    /// A description of what happened.
    pub(crate) why: String,
    /// What the user can change.
    pub(crate) remedy: Remedy,
    /// Whether nothing has succeeded since the breaker last opened, so that the cause was already reported.
    pub(crate) again: bool,
}

impl Breaker {
    pub(crate) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Notes that a call succeeded.
    pub(crate) fn succeeded(&self, kind: CallKind) {
        let mut state = self.state();
        state.failures[kind as usize] = 0;
        state.half_open = false;
    }

    /// Notes that a call failed. If this opens the breaker, returns the reason.
    pub(crate) fn failed(&self, kind: CallKind, error: &CallError) -> Option<Opened> {
        let now = Instant::now();
        self.failed_during(kind, error, &(now..now))
    }

    /// Notes that a call that was running during `time` failed. Of several calls that ran at the same time, only one failure
    /// counts, because they share a connection and may have lost it together.
    pub(crate) fn failed_during(&self, kind: CallKind, error: &CallError, time: &Range<Instant>) -> Option<Opened> {
        let mut state = self.state();
        let is_final = error.is_final() || state.half_open;
        let last = &mut state.last_failures[kind as usize];
        if !is_final && last.is_some_and(|last| time.start < last) {
            return None;
        }
        *last = Some(time.end);
        state.failures[kind as usize] += 1;
        if !is_final && state.failures[kind as usize] < MAX_FAILURES {
            return None;
        }
        self.open(&state, error.to_string(), error.remedy())
    }

    /// Notes the time that a lookup took.
    pub(crate) fn took(&self, time: Duration) -> Option<Opened> {
        let mut state = self.state();
        state.times.push_back(time);
        state.sum += time;
        if state.times.len() > LOOKUPS {
            let oldest = state.times.pop_front().unwrap_or_default();
            state.sum -= oldest;
        }
        let mean = state.sum.as_millis() / LOOKUPS as u128;
        let is_slow = state.times.len() == LOOKUPS && mean > SLOWEST_MEAN.as_millis();
        if is_slow { self.open(&state, format!("look-ups take {mean} ms on average"), Remedy::Server) } else { None }
    }

    /// Ends a build, so that the next build tries again.
    pub(crate) fn reset(&self) {
        let mut state = self.state();
        let half_open = self.is_open.swap(false, Ordering::Relaxed) || state.half_open;
        *state = State { half_open, ..State::default() };
    }

    fn open(&self, state: &State, why: String, remedy: Remedy) -> Option<Opened> {
        let was_open = self.is_open.swap(true, Ordering::Relaxed);
        (!was_open).then_some(Opened { why, remedy, again: state.half_open })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::CallKind::{LargeBlob, LookUp};
    use super::*;

    fn error() -> CallError {
        CallError::Silent(Duration::from_secs(1))
    }

    #[test]
    fn three_failures_in_a_row_open_it_and_are_reported_once() {
        let breaker = Breaker::default();
        assert!(breaker.failed(LookUp, &error()).is_none() && breaker.failed(LookUp, &error()).is_none());
        breaker.succeeded(LookUp);
        assert!(breaker.failed(LookUp, &error()).is_none() && breaker.failed(LookUp, &error()).is_none());
        let opened = breaker.failed(LookUp, &error()).unwrap();
        assert!(opened.why.contains("1000 ms") && !opened.again && breaker.is_open(), "{opened:?}");
        assert_eq!(breaker.failed(LookUp, &error()), None);
    }

    #[test]
    fn failures_at_the_same_time_count_once() {
        let (breaker, begun) = (Breaker::default(), Instant::now());
        let time = |from, to| begun + Duration::from_secs(from)..begun + Duration::from_secs(to);
        let failed = |from, to| breaker.failed_during(CallKind::Action, &error(), &time(from, to));
        assert!((0..10).all(|_| failed(0, 5).is_none()) && (0..10).all(|_| failed(6, 7).is_none()));
        assert!(failed(1, 8).is_none() && failed(8, 9).is_some());
    }

    #[test]
    fn look_ups_that_go_well_do_not_excuse_blobs() {
        let breaker = Breaker::default();
        assert!((0..2).all(|_| breaker.failed(LargeBlob, &error()).is_none()));
        breaker.succeeded(LookUp);
        assert!(breaker.failed(LargeBlob, &error()).is_some());
    }

    #[test]
    fn slow_look_ups_open_it_when_there_are_enough() {
        let breaker = Breaker::default();
        (0..LOOKUPS).for_each(|_| assert_eq!(breaker.took(SLOWEST_MEAN), None));
        assert_eq!(breaker.took(SLOWEST_MEAN * 2).unwrap().why, "look-ups take 406 ms on average");
        let breaker = Breaker::default();
        (1..LOOKUPS).for_each(|_| assert_eq!(breaker.took(SLOWEST_MEAN * 3), None));
        assert!(breaker.took(SLOWEST_MEAN * 3).is_some());
    }

    #[test]
    fn what_no_repetition_changes_opens_it_at_once() {
        assert!(Breaker::default().failed(LookUp, &CallError::Refused("no".to_owned())).is_some());
        assert!(
            Breaker::default()
                .failed(LookUp, &CallError::Unable("the server does not run actions".to_owned()))
                .is_some()
        );
    }

    #[test]
    fn the_next_build_tries_once_and_a_success_closes_it() {
        let breaker = Breaker::default();
        (0..3).for_each(|_| drop(breaker.failed(LookUp, &error())));
        breaker.reset();
        assert!(!breaker.is_open());
        assert!(breaker.failed(LookUp, &error()).unwrap().again && breaker.is_open());
        breaker.reset();
        breaker.succeeded(LookUp);
        assert!(breaker.failed(LookUp, &error()).is_none());
    }
}
