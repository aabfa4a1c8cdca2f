//! [`Batch`]: the uploads of one build: a queue, and the workers that empty it.

use std::collections::{BTreeMap, HashSet, VecDeque, btree_map::Entry};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rigmill_pipeline::Digest;
use rigmill_store::Upload;
use tokio::task::AbortHandle;
use tokio::time::sleep;

use super::job::{Check, Job, Outcome};
use crate::cache::Cache;
use crate::failure::CallError;

/// Uploads may use one part in this many of a cache's concurrent calls.
const CONCURRENCY_DIVISOR: usize = 4;

/// The number of consecutive failures after which the rest is abandoned.
const MAX_FAILURES: u32 = 3;

/// The time after which a merged value is checked. If two writers each take less than this time from reading the value to
/// having written it, no entry is lost.
const CHECK_AFTER: Duration = Duration::from_millis(300);

/// The uploads of one build.
pub(super) struct Batch {
    cache: Arc<Cache>,
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Job>,
    /// The keys of the running jobs.
    active: HashSet<Digest>,
    /// The entries that were added to merged values. They are checked some time after the last write to each value.
    checks: BTreeMap<Digest, PendingCheck>,
    tasks: Vec<AbortHandle>,
    workers: usize,
    /// The number of uploads that are not done, including queued ones.
    open: u64,
    /// The number of unfinished uploads whose values have not been stored yet.
    unstored: u64,
    failed: u64,
    failures_in_a_row: u32,
    last_failure: Option<CallError>,
    /// Whether uploading has stopped.
    has_stopped: bool,
    /// Whether the cache does not let this machine write.
    refused: bool,
}

struct PendingCheck {
    check: Check,
    /// The number of writes.
    writes: u64,
}

/// The uploads that a batch did not store.
pub(super) struct GivenUp {
    pub(super) count: u64,
    /// The error of the last failure, if there was one.
    pub(super) why: Option<CallError>,
}

impl Batch {
    pub(super) fn new(cache: Arc<Cache>) -> Self {
        Self { cache, state: Mutex::default(), ended: Condvar::new() }
    }

    /// Creates the batch of the next build.
    pub(super) fn next_build(&self) -> Self {
        let state = State { refused: self.state().refused, ..State::default() };
        Self { cache: Arc::clone(&self.cache), state: Mutex::new(state), ended: Condvar::new() }
    }

    pub(super) fn is_refused(&self) -> bool {
        self.state().refused
    }

    /// Adds uploads. Must be called within the runtime.
    pub(super) fn add(self: &Arc<Self>, uploads: Vec<Upload>) {
        let mut state = self.state();
        if state.refused {
            return;
        }
        if state.has_stopped {
            state.failed += uploads.len() as u64;
            return;
        }
        state.open += uploads.len() as u64;
        state.unstored += uploads.len() as u64;
        state.queue.extend(uploads.into_iter().map(Job::New));
        self.start_workers(&mut state);
    }

    fn start_workers(self: &Arc<Self>, state: &mut State) {
        let most = (self.cache.transport.concurrency() / CONCURRENCY_DIVISOR).max(1);
        while state.workers < most.min(state.queue.len()) {
            state.workers += 1;
            let this = Arc::clone(self);
            state.spawn(async move { this.work().await });
        }
    }

    async fn work(self: Arc<Self>) {
        while let Some(job) = self.next() {
            let (key, uploads, is_new) = (job.key(), job.uploads(), job.is_new());
            let result = job.run(&self.cache).await;
            self.done(key, uploads, is_new, result);
        }
    }

    /// Returns the next job whose key no running job uses. If there is none, the worker ends, and the worker that uses the key
    /// takes over.
    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        if self.cache.breaker.is_open() {
            state.queue.clear();
        }
        let free = state.queue.iter().position(|job| !state.active.contains(&job.key()));
        let job = free.and_then(|at| state.queue.remove(at));
        match &job {
            Some(job) => drop(state.active.insert(job.key())),
            None => state.workers -= 1,
        }
        job
    }

    /// Notes the outcome of a job with a number of uploads.
    fn done(self: &Arc<Self>, key: Digest, uploads: u64, is_new: bool, result: Result<Outcome, CallError>) {
        let mut state = self.state();
        state.active.remove(&key);
        state.unstored -= u64::from(is_new);
        match result {
            Ok(outcome) => {
                state.failures_in_a_row = 0;
                let is_stored = !matches!(outcome, Outcome::LeftOut);
                self.cache.tally.stored.add(u64::from(is_stored && is_new));
                if let Outcome::Check(check) = outcome {
                    return self.check_later(&mut state, check);
                }
            }
            Err(CallError::Refused(why)) => {
                state.failed += u64::from(is_new);
                state.refused = true;
                state.stop();
                self.cache.warnings.refused(&why);
            }
            Err(error) => {
                state.failed += u64::from(is_new);
                state.failures_in_a_row += 1;
                state.last_failure = Some(error);
                if state.failures_in_a_row >= MAX_FAILURES {
                    state.stop();
                }
            }
        }
        state.open -= uploads;
        self.ended.notify_all();
    }

    /// Schedules a check of a value, some time after this write or any later write to it.
    fn check_later(self: &Arc<Self>, state: &mut State, check: Check) {
        let key = check.key();
        let writes = match state.checks.entry(key) {
            Entry::Vacant(vacant) => vacant.insert(PendingCheck { check, writes: 0 }).writes,
            Entry::Occupied(occupied) => {
                let pending = occupied.into_mut();
                pending.check.add(check);
                pending.writes += 1;
                pending.writes
            }
        };
        let this = Arc::clone(self);
        state.spawn(async move {
            sleep(CHECK_AFTER).await;
            let mut state = this.state();
            // Otherwise, there was another write, which schedules its own check.
            if state.checks.get(&key).is_some_and(|pending| pending.writes == writes) {
                let check = state.checks.remove(&key).map(|pending| Job::Check(pending.check));
                state.queue.extend(check);
                this.start_workers(&mut state);
            }
        });
    }

    /// Waits until no job is left, but no longer than `longest`. Returns whether no job is left.
    pub(super) fn wait(&self, longest: Duration) -> bool {
        let wait = self.ended.wait_timeout_while(self.state(), longest, |state| !state.is_done());
        wait.unwrap_or_else(PoisonError::into_inner).0.is_done()
    }

    /// Aborts running jobs. Returns what was not stored.
    pub(super) fn close(&self) -> GivenUp {
        let mut state = self.state();
        state.tasks.drain(..).for_each(|task| task.abort());
        state.queue.clear();
        GivenUp { count: state.failed + state.unstored, why: state.last_failure.clone() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_done(&self) -> bool {
        self.open == 0 || self.has_stopped
    }

    fn stop(&mut self) {
        self.has_stopped = true;
        self.queue.clear();
    }

    fn spawn(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        // Forgets tasks that have ended, because they do not need to be aborted.
        if self.tasks.len() == self.tasks.capacity() {
            self.tasks.retain(|task| !task.is_finished());
        }
        self.tasks.push(tokio::spawn(task).abort_handle());
    }
}
