//! [`Uploads`]: stores results in the background, a few at a time, and limits the time that a build waits for them.
//!
//! An upload stores its artifacts first and then its value. Uploads start in order, except that two uploads with the same key
//! never run at the same time. When a build ends, it waits for the remaining uploads while they make progress, up to a time
//! limit. After that, the rest is abandoned.

mod artifacts;
mod batch;
mod job;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rigmill_store::Upload;
use tokio::runtime::Handle;

use crate::cache::Cache;
use crate::failure::Remedy;
use batch::Batch;

/// The maximum time without any progress.
const PATIENCE: Duration = Duration::from_secs(2);

/// The interval at which progress is checked.
const TICK: Duration = Duration::from_millis(50);

/// The uploads of a store.
pub(crate) struct Uploads {
    cache: Arc<Cache>,
    runtime: Handle,
    longest: Duration,
    /// The uploads of this build. Tasks of an earlier, abandoned build keep their own batch.
    batch: Mutex<Arc<Batch>>,
}

impl Uploads {
    pub(crate) fn new(cache: Arc<Cache>, runtime: Handle, longest: Duration) -> Self {
        let batch = Mutex::new(Arc::new(Batch::new(Arc::clone(&cache))));
        Self { cache, runtime, longest, batch }
    }

    /// Starts uploads.
    pub(crate) fn add(&self, uploads: Vec<Upload>) {
        let batch = self.batch();
        let _runtime = self.runtime.enter();
        batch.add(uploads);
    }

    /// Waits for all uploads or abandons them. Returns the time that this took.
    pub(crate) fn finish(&self) -> Duration {
        let (start, batch) = (Instant::now(), self.batch());
        let why = self.wait(&batch);
        let given_up = batch.close();
        self.cache.tally.given_up.add(given_up.count);
        let (why, remedy) = match why {
            Some(why) => (why, Remedy::Server),
            None => given_up.why.map(|error| (error.to_string(), error.remedy())).unwrap_or_default(),
        };
        // If the cache is not used any more or refuses uploads, this was already reported.
        if given_up.count > 0 && !batch.is_refused() && !self.cache.breaker.is_open() {
            self.cache.warnings.given_up(given_up.count, &why, remedy);
        }
        let next = Arc::new(batch.next_build());
        *self.batch.lock().unwrap_or_else(PoisonError::into_inner) = next;
        start.elapsed()
    }

    /// Waits until no upload is running. If it stops waiting earlier, returns the reason.
    fn wait(&self, batch: &Batch) -> Option<String> {
        let start = Instant::now();
        let (mut progress, mut moved) = (self.progress(), start);
        while !batch.wait(TICK) {
            if self.cache.breaker.is_open() {
                return Some("the cache cannot be used".to_owned());
            }
            if start.elapsed() >= self.longest {
                return Some(format!("the uploads took longer than {} s", self.longest.as_secs_f32()));
            }
            let now = self.progress();
            if now != progress {
                (progress, moved) = (now, Instant::now());
            } else if moved.elapsed() >= PATIENCE {
                return Some(format!("nothing was sent for {} s", PATIENCE.as_secs()));
            }
        }
        None
    }

    /// Returns a number that changes while uploads make progress.
    fn progress(&self) -> u64 {
        self.cache.tally.acknowledged.get().wrapping_add(self.cache.traffic.sent())
    }

    fn batch(&self) -> Arc<Batch> {
        Arc::clone(&self.batch.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
