//! [`examine`]: queries the capabilities of a remote cache, for people who set it up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use rigmill_pipeline::Digest;
use tokio::time::timeout;

use super::open::open_cache;
use super::verified::{Cache, LOOKUP_TIME};
use crate::digest;
use crate::failure::CallError;
use crate::reapi::{ActionKey, StoredValue, encode_result};
use crate::settings::RemoteError;
use crate::settings::RemoteSettings;
use crate::transport::{Source, Transport};

/// The blob of the test upload. Its digest is the key of the action that is looked up.
const TEST: &[u8] = b"rigmill examine";

/// The number of lookups from which the median time is computed.
const LOOKUPS: usize = 5;

/// The capabilities of a remote cache, and the results of test calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerReport {
    /// The address of the cache.
    pub address: String,
    /// Why the cache cannot be used; `None` if it can.
    pub problem: Option<String>,
    /// Why a test upload failed; `None` if it succeeded, or if the settings turn uploads off.
    pub upload_problem: Option<String>,
    /// How to fix `problem` or `upload_problem`.
    pub help: Option<String>,
    /// The lowest and the highest supported version of the Remote Execution API.
    pub api_versions: Option<(String, String)>,
    /// The digest functions that the cache lists, if any. One of them must be SHA256.
    pub digest_functions: Vec<String>,
    /// Whether this machine may write to the action cache; `None` if this cannot be determined without writing.
    pub may_update: Option<bool>,
    /// The maximum total size of the blobs in a batch, in bytes; 0 means no limit.
    pub batch_limit: Option<u64>,
    /// The compressors that the cache lists, if any.
    pub compressors: Vec<String>,
    /// Whether the server runs actions; `None` if the protocol cannot query this.
    pub executes: Option<bool>,
    /// The median time of a lookup.
    pub latency: Option<Duration>,
}

/// Examines a remote cache. If the settings turn uploads on, this stores a blob and an action of a few bytes. This takes some seconds if the cache does not respond.
///
/// # Errors
/// Returns an error if the settings are invalid. Problems of the cache itself are in the report.
pub fn examine(settings: &RemoteSettings) -> Result<ServerReport, RemoteError> {
    let (address, runtime, cache) = open_cache(settings)?;
    let uploads = settings.upload;
    let (sender, receiver) = std::sync::mpsc::sync_channel(1);
    runtime.spawn(async move {
        let mut report = ServerReport { address, ..ServerReport::default() };
        if let Err(error) = ask(&cache, &mut report).await {
            report.help = Some(cache.warnings.help(error.remedy()).to_owned());
            report.problem = Some(error.to_string());
        } else if uploads
            && report.may_update != Some(false)
            && let Err(error) = upload(&cache).await
        {
            report.help = Some(cache.warnings.help(error.remedy()).to_owned());
            report.upload_problem = Some(error.to_string());
        }
        let _ = sender.send(report);
    });
    let report = receiver.recv().unwrap_or_default();
    runtime.shutdown_background();
    Ok(report)
}

async fn ask(cache: &Cache, report: &mut ServerReport) -> Result<(), CallError> {
    let description = Arc::clone(&cache.transport).describe().await?;
    report.api_versions = description.versions;
    report.digest_functions = description.digest_functions;
    report.may_update = description.may_update;
    report.batch_limit = description.batch_limit;
    report.compressors = description.compressors;
    report.executes = description.executes;
    let mut times = Vec::new();
    for _ in 0..LOOKUPS {
        times.push(time_lookup(&cache.transport).await?);
    }
    times.sort_unstable();
    report.latency = times.get(LOOKUPS / 2).copied();
    if !report.digest_functions.is_empty() && !report.digest_functions.iter().any(|name| name == "SHA256") {
        return Err(CallError::Failed("the server does not support SHA-256".to_owned()));
    }
    Ok(())
}

/// Stores a blob and an action, in the same order as a build.
async fn upload(cache: &Cache) -> Result<(), CallError> {
    let bytes = Bytes::from_static(TEST);
    Arc::clone(&cache.transport).write(digest::of(TEST), Source::Bytes(bytes.clone())).await?;
    let result = encode_result(StoredValue::Inline(bytes), &[]);
    Arc::clone(&cache.transport).put_action(ActionKey::new(Digest::of(TEST)), result).await
}

async fn time_lookup(transport: &Arc<dyn Transport>) -> Result<Duration, CallError> {
    let start = Instant::now();
    let id = ActionKey::new(Digest::of(TEST)).id;
    let found = timeout(LOOKUP_TIME, Arc::clone(transport).get_action(id)).await;
    found.unwrap_or(Err(CallError::Silent(LOOKUP_TIME)))?;
    Ok(start.elapsed())
}
