//! [`Cache`]: a transport with its breaker, counters and warnings. All data that it returns is verified.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use rigmill_store::RemoteBlob;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::known::Known;
use crate::connect::Traffic;
use crate::digest;
use crate::failure::CallError;
use crate::health::Breaker;
use crate::health::{CallKind, Damage, Tally, Warnings};
use crate::reapi::{ActionValue, Digest};
use crate::transport::Transport;
use crate::transport::{LARGEST_BLOB, LARGEST_VALUE};

/// The time limit for a lookup.
pub(crate) const LOOKUP_TIME: Duration = Duration::from_millis(1500);

/// The size in bytes from which a blob is large.
const LARGE: u64 = 1 << 20;

/// The maximum number of large blobs that are read at the same time, so that each gets enough of a slow network's bandwidth.
pub(crate) const MAX_LARGE_READS: usize = 4;

/// The number of received bytes per second from which a connection is busy. Lookups alone receive less.
const BUSY: f64 = 4e6;

/// The state that the threads of a build and the uploads share.
pub(crate) struct Cache {
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) breaker: Breaker,
    pub(crate) tally: Arc<Tally>,
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) warnings: Warnings,
    pub(crate) known: Known,
    pub(crate) large_reads: Semaphore,
}

impl Cache {
    /// Returns the value of an action, if there is one.
    pub(crate) async fn value(&self, id: RemoteBlob) -> Result<Option<Bytes>, CallError> {
        let (start, received) = (Instant::now(), self.traffic.received());
        let call = Arc::clone(&self.transport).get_action(id);
        let found = timeout(LOOKUP_TIME, call).await.unwrap_or(Err(CallError::Silent(LOOKUP_TIME)));
        let (time, received) = (start.elapsed(), self.traffic.received().wrapping_sub(received));
        // Lookups wait behind blobs that the build requested. In this case, the connection is busy rather than the cache slow.
        let is_busy = received as f64 > BUSY * time.as_secs_f64();
        if let Some(opened) = Some(time).filter(|_| !is_busy).and_then(|time| self.breaker.took(time)) {
            self.warnings.unusable(&opened);
        }
        let found = found.or_else(|error| match error {
            CallError::Damaged(why) => {
                self.warnings.damaged(id, Damage::Result(why));
                Ok(None)
            }
            error => Err(error),
        });
        match self.judge(CallKind::LookUp, found)? {
            Some(ActionValue { stdout_raw, stdout_digest: Some(digest) }) if stdout_raw.is_empty() => {
                self.value_in_blob(&digest).await
            }
            Some(value) => Ok(Some(value.stdout_raw).filter(|value| value.len() as u64 <= LARGEST_VALUE)),
            None => {
                self.known.note_missing(id);
                Ok(None)
            }
        }
    }

    async fn value_in_blob(&self, digest: &Digest) -> Result<Option<Bytes>, CallError> {
        match digest.blob().filter(|blob| blob.size <= LARGEST_VALUE) {
            Some(blob) => Ok(self.read(blob).await?.filter(|bytes| self.verify(blob, bytes))),
            None => Ok(None),
        }
    }

    /// Returns a blob, if it exists. The caller must [verify](Self::verify) it on a separate thread.
    pub(crate) async fn read(&self, blob: RemoteBlob) -> Result<Option<Bytes>, CallError> {
        match blob.size {
            0 => Ok(Some(Bytes::new())),
            size if size > LARGEST_BLOB => Ok(None),
            size if size < LARGE => self.judge(CallKind::SmallBlob, Arc::clone(&self.transport).read(blob).await),
            _ => self.read_large(blob).await,
        }
    }

    /// Reads a large blob as soon as only a few other large blobs are being read.
    async fn read_large(&self, blob: RemoteBlob) -> Result<Option<Bytes>, CallError> {
        let _permit = self.large_reads.acquire().await;
        // The earlier reads may have failed in the meantime.
        match self.breaker.is_open() {
            true => Ok(None),
            false => self.judge(CallKind::LargeBlob, Arc::clone(&self.transport).read(blob).await),
        }
    }

    /// Whether the bytes have the size and the SHA-256 of the blob.
    pub(crate) fn verify(&self, blob: RemoteBlob, bytes: &[u8]) -> bool {
        let damage = match bytes.len() as u64 {
            size if size != blob.size => Damage::Size(size),
            _ if digest::of(bytes) != blob => Damage::Content,
            _ => return true,
        };
        self.warnings.damaged(blob, damage);
        false
    }

    /// Reports the outcome of a call that the build waits for to the breaker.
    fn judge<T>(&self, kind: CallKind, result: Result<T, CallError>) -> Result<T, CallError> {
        match &result {
            Ok(_) => self.breaker.succeeded(kind),
            Err(error) => {
                if let Some(opened) = self.breaker.failed(kind, error) {
                    self.warnings.unusable(&opened);
                }
            }
        }
        result
    }
}
