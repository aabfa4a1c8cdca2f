//! [`Store`]: implements the build graph's interface to a remote cache. Threads wait for calls.

use std::fmt;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rigmill_pipeline::Digest;
use rigmill_store::{RemoteBlob, RemoteReport, RemoteStore, Upload};
use tokio::runtime::Runtime;

use crate::cache::Cache;
use crate::failure::CallError;
use crate::reapi::ActionKey;
use crate::uploads::Uploads;

/// A remote cache.
pub(crate) struct Store {
    name: String,
    /// `None` only while the store is being dropped.
    runtime: Option<Runtime>,
    cache: Arc<Cache>,
    uploads: Option<Uploads>,
    reported: Mutex<(u64, u64)>,
    /// The total time that was spent waiting for uploads.
    waited: Mutex<Duration>,
}

impl Store {
    /// Creates a store. If `upload_time` is `None`, nothing is uploaded.
    pub(crate) fn new(name: String, runtime: Runtime, cache: Cache, upload_time: Option<Duration>) -> Self {
        let cache = Arc::new(cache);
        let uploads = upload_time.map(|time| Uploads::new(Arc::clone(&cache), runtime.handle().clone(), time));
        Self { name, runtime: Some(runtime), cache, uploads, reported: Mutex::default(), waited: Mutex::default() }
    }

    /// Waits for a call that runs on the store's own thread. Therefore this can be called on any thread, including those of
    /// other async runtimes.
    fn wait<T: Send + 'static>(
        &self,
        call: impl Future<Output = Result<Option<T>, CallError>> + Send + 'static,
    ) -> Option<T> {
        let (sender, receiver) = sync_channel(1);
        self.runtime.as_ref()?.spawn(async move {
            let _ = sender.send(call.await);
        });
        receiver.recv().ok()?.ok()?
    }
}

impl RemoteStore for Store {
    fn concurrency(&self) -> usize {
        self.cache.transport.concurrency()
    }

    fn value(&self, key: Digest) -> Option<Vec<u8>> {
        if self.cache.breaker.is_open() {
            return None;
        }
        self.cache.tally.asked.add(1);
        let (cache, id) = (Arc::clone(&self.cache), ActionKey::new(key).id);
        let value = self.wait(async move { cache.value(id).await })?;
        self.cache.tally.found.add(1);
        Some(value.into())
    }

    fn blob(&self, blob: RemoteBlob) -> Option<Vec<u8>> {
        if self.cache.breaker.is_open() {
            return None;
        }
        let cache = Arc::clone(&self.cache);
        let bytes = self.wait(async move { cache.read(blob).await })?;
        self.cache.verify(blob, &bytes).then(|| bytes.into())
    }

    fn upload(&self, uploads: Vec<Upload>) {
        if let Some(queue) = &self.uploads {
            queue.add(uploads);
        }
    }

    fn wait_for_uploads(&self) {
        let waited = self.uploads.as_ref().map(Uploads::finish).unwrap_or_default();
        *self.waited.lock().unwrap_or_else(PoisonError::into_inner) += waited;
    }

    fn report(&self) -> RemoteReport {
        let waited = std::mem::take(&mut *self.waited.lock().unwrap_or_else(PoisonError::into_inner));
        self.cache.transport.next_build(self.cache.breaker.is_open());
        self.cache.breaker.reset();
        self.cache.known.forget();
        let (tally, traffic) = (&self.cache.tally, &self.cache.traffic);
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        let (received, sent) = std::mem::replace(&mut *reported, (traffic.received(), traffic.sent()));
        RemoteReport {
            warnings: self.cache.warnings.take(),
            received: reported.0 - received,
            sent: reported.1 - sent,
            calls: tally.calls.take(),
            found: tally.found.take(),
            asked: tally.asked.take(),
            stored: tally.stored.take(),
            given_up: tally.given_up.take(),
            waited,
        }
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RemoteStore").field(&self.name).finish()
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
