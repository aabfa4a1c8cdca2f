//! [`examine`]: asks a remote cache what it can do, for people who set it up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rigmill_pipeline::Digest;
use tokio::time::timeout;

use super::open::open_cache;
use super::verified::{Cache, LOOKUP_TIME};
use crate::failure::CallError;
use crate::reapi::ActionKey;
use crate::settings::RemoteError;
use crate::settings::RemoteSettings;
use crate::transport::Transport;

/// The number of look-ups whose median is reported.
const LOOKUPS: usize = 5;

/// What a remote cache says about itself, and how it answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerReport {
    /// Where it is.
    pub address: String,
    /// Why it cannot be used; `None` if it can.
    pub problem: Option<String>,
    /// It does not accept the credentials, or wants some.
    pub is_refused: bool,
    /// The lowest and the highest version of the Remote Execution API.
    pub api_versions: Option<(String, String)>,
    /// The digest functions, if it names them. One of them must be SHA256.
    pub digest_functions: Vec<String>,
    /// Whether this machine may write to the action cache, if that is known without trying.
    pub may_update: Option<bool>,
    /// The largest total of a batch's blobs in bytes, 0 for no limit.
    pub batch_limit: Option<u64>,
    /// The compressors, if it names some.
    pub compressors: Vec<String>,
    /// Whether the server runs actions, if the protocol can ask.
    pub executes: Option<bool>,
    /// The median time of a look-up.
    pub latency: Option<Duration>,
}

/// Examines a remote cache. Takes some seconds if it does not answer.
///
/// # Errors
/// If the settings are invalid. What is wrong with the cache is in the report.
pub fn examine(settings: &RemoteSettings) -> Result<ServerReport, RemoteError> {
    let (address, runtime, cache) = open_cache(settings)?;
    let (sender, receiver) = std::sync::mpsc::sync_channel(1);
    runtime.spawn(async move {
        let mut report = ServerReport { address, ..ServerReport::default() };
        if let Err(error) = ask(&cache, &mut report).await {
            report.is_refused = matches!(error, CallError::Refused(_));
            report.problem = Some(error.to_string());
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
        return Err(CallError::Failed("it does not know SHA-256".to_owned()));
    }
    Ok(())
}

async fn time_lookup(transport: &Arc<dyn Transport>) -> Result<Duration, CallError> {
    let start = Instant::now();
    let id = ActionKey::of(Digest::of(b"rigmill examine")).id;
    let found = timeout(LOOKUP_TIME, Arc::clone(transport).get_action(id)).await;
    found.unwrap_or(Err(CallError::Silent(LOOKUP_TIME)))?;
    Ok(start.elapsed())
}
