//! [`Grpc`]: a server of the Remote Execution API. All calls share one HTTP/2 connection.

mod batches;
mod capabilities;
mod client;
mod gather;
mod operations;
mod stream;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use rigmill_store::RemoteBlob;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tonic::Code;

use crate::connect::{Dialer, Progress, Protocol, Traffic, paced};
use crate::failure::CallError;
use crate::health::Tally;
use crate::reapi::{ActionKey, ActionValue, GetActionResultRequest, UpdateActionResultRequest};
use crate::settings::RemoteError;
use crate::settings::RemoteSettings;
use crate::settings::Server;
use crate::transport::LARGEST_RESULT;
use crate::transport::{Call, Description, Source, Transport};

use capabilities::Capabilities;
use client::{Client, call_error};
use gather::Gatherer;
pub(crate) use operations::{CodedError, Operations};

/// The number of lookups that are useful to have in flight at the same time.
const CONCURRENCY: usize = 256;

/// The maximum number of blobs that are written as streams at the same time.
const MAX_STREAMS: usize = 16;

/// The maximum silence during a batch, minus the time for which its first blob waited. The second value is the minimum.
const BATCH_PATIENCE: Duration = Duration::from_secs(4);
const LEAST_PATIENCE: Duration = Duration::from_millis(1500);

/// The time limit for a small call that is not a lookup.
const CALL_TIME: Duration = Duration::from_secs(4);

const GET_ACTION: &str = "/build.bazel.remote.execution.v2.ActionCache/GetActionResult";
const UPDATE_ACTION: &str = "/build.bazel.remote.execution.v2.ActionCache/UpdateActionResult";

/// A server of the Remote Execution API.
pub(crate) struct Grpc {
    client: Client,
    traffic: Arc<Traffic>,
    capabilities: Capabilities,
    reads: Gatherer<RemoteBlob, Option<Bytes>>,
    queries: Gatherer<RemoteBlob, bool>,
    writes: Gatherer<(RemoteBlob, Bytes), ()>,
    streams: Semaphore,
}

impl Grpc {
    pub(crate) fn new(
        server: Server,
        settings: &RemoteSettings,
        traffic: &Arc<Traffic>,
        tally: &Arc<Tally>,
    ) -> Result<Self, RemoteError> {
        let dialer = Dialer::new(server, settings, Protocol::Http2, Arc::clone(traffic))?;
        Ok(Self {
            client: Client::new(dialer, settings, Arc::clone(tally))?,
            traffic: Arc::clone(traffic),
            capabilities: Capabilities::default(),
            reads: Gatherer::default(),
            queries: Gatherer::default(),
            writes: Gatherer::default(),
            streams: Semaphore::new(MAX_STREAMS),
        })
    }

    async fn read_small(self: Arc<Self>, blob: RemoteBlob, limit: u64) -> Result<Option<Bytes>, CallError> {
        let this = Arc::clone(&self);
        let call = move |blobs: Vec<RemoteBlob>, waited| Arc::clone(&this).read_batch(blobs, waited);
        self.reads.ask(blob, blob.size, limit, call).await
    }

    async fn read_batch(
        self: Arc<Self>,
        blobs: Vec<RemoteBlob>,
        waited: Duration,
    ) -> Result<Vec<Option<Bytes>>, CallError> {
        let bytes = blobs.iter().map(|blob| blob.size).sum();
        let patience = BATCH_PATIENCE.saturating_sub(waited).max(LEAST_PATIENCE);
        paced(&self.traffic, Progress::Received, patience, bytes, batches::read(&self.client, &blobs)).await
    }

    async fn write_small(self: Arc<Self>, blob: RemoteBlob, bytes: Bytes, limit: u64) -> Result<(), CallError> {
        let this = Arc::clone(&self);
        let call = move |blobs: Vec<(RemoteBlob, Bytes)>, _| Arc::clone(&this).write_batch(blobs);
        self.writes.ask((blob, bytes), blob.size, limit, call).await
    }

    async fn write_batch(self: Arc<Self>, blobs: Vec<(RemoteBlob, Bytes)>) -> Result<Vec<()>, CallError> {
        let bytes = blobs.iter().map(|(blob, _)| blob.size).sum();
        paced(&self.traffic, Progress::SentOrReceived, BATCH_PATIENCE, bytes, batches::write(&self.client, &blobs))
            .await
    }

    async fn query_batch(self: Arc<Self>, blobs: Vec<RemoteBlob>) -> Result<Vec<bool>, CallError> {
        timeout(CALL_TIME, batches::missing(&self.client, &blobs)).await.unwrap_or(Err(CallError::Silent(CALL_TIME)))
    }

    /// Returns the limit on the total size of a batch.
    async fn batch_limit(&self) -> u64 {
        self.capabilities.get(&self.client).await.batch_limit()
    }

    async fn update(&self, key: &ActionKey, result: Bytes) -> Result<(), CallError> {
        let request = UpdateActionResultRequest {
            instance_name: self.client.instance().to_owned(),
            action_digest: Some(key.id.into()),
            action_result: Some(result),
        };
        let call = self.client.unary::<_, ActionValue>(UPDATE_ACTION, LARGEST_RESULT, request);
        let updated = timeout(CALL_TIME, call).await.map_err(|_| CallError::Silent(CALL_TIME))?;
        updated.map(drop).map_err(|status| call_error(&status))
    }
}

impl Transport for Grpc {
    fn concurrency(&self) -> usize {
        CONCURRENCY
    }

    fn get_action(self: Arc<Self>, id: RemoteBlob) -> Call<Option<ActionValue>> {
        Box::pin(async move {
            let request = GetActionResultRequest {
                instance_name: self.client.instance().to_owned(),
                action_digest: Some(id.into()),
                inline_stdout: true,
            };
            match self.client.unary(GET_ACTION, LARGEST_RESULT, request).await {
                Ok(value) => Ok(Some(value)),
                Err(status) if status.code() == Code::NotFound => Ok(None),
                Err(status) => Err(call_error(&status)),
            }
        })
    }

    fn put_action(self: Arc<Self>, key: ActionKey, result: Bytes) -> Call<()> {
        Box::pin(async move {
            match self.update(&key, result.clone()).await {
                Err(CallError::Precondition(_)) => {}
                updated => return updated,
            }
            for (blob, bytes) in key.blobs.clone() {
                Arc::clone(&self).write(blob, Source::Bytes(bytes)).await?;
            }
            self.update(&key, result).await
        })
    }

    fn missing(self: Arc<Self>, blobs: Vec<RemoteBlob>) -> Call<Vec<RemoteBlob>> {
        Box::pin(async move {
            let this = Arc::clone(&self);
            let call = move |blobs: Vec<RemoteBlob>, _| Arc::clone(&this).query_batch(blobs);
            let answers = self.queries.ask_all(blobs.clone(), u64::MAX, call).await?;
            Ok(blobs.into_iter().zip(answers).filter_map(|(blob, missing)| missing.then_some(blob)).collect())
        })
    }

    fn read(self: Arc<Self>, blob: RemoteBlob) -> Call<Option<Bytes>> {
        Box::pin(async move {
            let limit = self.batch_limit().await;
            if batches::is_small(blob, limit) {
                return self.read_small(blob, limit).await;
            }
            stream::read(&self.client, &self.traffic, blob).await
        })
    }

    fn write(self: Arc<Self>, blob: RemoteBlob, source: Source) -> Call<()> {
        Box::pin(async move {
            let limit = self.batch_limit().await;
            match source {
                Source::Bytes(bytes) if batches::is_small(blob, limit) => self.write_small(blob, bytes, limit).await,
                source => {
                    let _permit = self.streams.acquire().await;
                    stream::write(&self.client, &self.traffic, blob, source).await
                }
            }
        })
    }

    fn next_build(&self, was_unusable: bool) {
        if was_unusable {
            self.client.reconnect();
        }
        self.capabilities.forget_failure();
    }

    fn describe(self: Arc<Self>) -> Call<Description> {
        Box::pin(async move { self.capabilities.ask(&self.client).await })
    }
}
