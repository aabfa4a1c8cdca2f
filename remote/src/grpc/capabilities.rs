//! [`Capabilities`]: the capabilities of a server, requested once.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::OnceCell;
use tokio::time::timeout;
use tonic::Code;

use super::client::{Client, call_error};
use crate::failure::CallError;
use crate::reapi::{GetCapabilitiesRequest, SemVer, ServerCapabilities};
use crate::transport::Description;

const GET: &str = "/build.bazel.remote.execution.v2.Capabilities/GetCapabilities";

/// The maximum size of a response, in bytes.
const LARGEST: usize = 64 << 10;

/// The time limit for a response. Transfers of blobs wait for it.
const TIME: Duration = Duration::from_secs(1);

/// The limit on the total size of a batch's blobs, if the server does not name one. Most servers accept messages of 4 MiB, and
/// some of them reserve a part for the message around the blobs (buildbox-casd reserves 64 KiB).
const DEFAULT_BATCH: u64 = 3 << 20;

/// The names of `DigestFunction.Value`, from 0.
const DIGEST_FUNCTIONS: [&str; 10] =
    ["unknown", "SHA256", "SHA1", "MD5", "VSO", "SHA384", "SHA512", "MURMUR3", "SHA256TREE", "BLAKE3"];

/// The names of `Compressor.Value`, from 0.
const COMPRESSORS: [&str; 4] = ["identity", "zstd", "deflate", "brotli"];

/// The capabilities of a server.
#[derive(Debug, Default)]
pub(super) struct Capabilities {
    known: OnceCell<Description>,
    /// Why the server did not respond. This is kept so that transfers of blobs do not wait for it repeatedly.
    failure: Mutex<Option<CallError>>,
}

impl Capabilities {
    /// Returns the server's capabilities, or the default if the server does not respond.
    pub(super) async fn get(&self, client: &Client) -> Description {
        self.ask(client).await.unwrap_or_default()
    }

    /// Returns the server's capabilities.
    pub(super) async fn ask(&self, client: &Client) -> Result<Description, CallError> {
        self.known.get_or_try_init(|| self.ask_unless_failed(client)).await.cloned()
    }

    async fn ask_unless_failed(&self, client: &Client) -> Result<Description, CallError> {
        if let Some(error) = self.failure().clone() {
            return Err(error);
        }
        let known = ask(client).await;
        *self.failure() = known.as_ref().err().cloned();
        known
    }

    /// Forgets a failure, so that the next call asks the server again.
    pub(super) fn forget_failure(&self) {
        *self.failure() = None;
    }

    fn failure(&self) -> MutexGuard<'_, Option<CallError>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Description {
    /// Returns the limit on the total size of a batch's blobs, in bytes.
    pub(super) fn batch_limit(&self) -> u64 {
        match self.batch_limit {
            None | Some(0) => DEFAULT_BATCH,
            Some(limit) => limit.min(DEFAULT_BATCH),
        }
    }
}

async fn ask(client: &Client) -> Result<Description, CallError> {
    let request = GetCapabilitiesRequest { instance_name: client.instance().to_owned() };
    match timeout(TIME, client.unary::<_, ServerCapabilities>(GET, LARGEST, request)).await {
        Err(_) => Err(CallError::Silent(TIME)),
        Ok(Ok(capabilities)) => Ok(describe(&capabilities)),
        // This is an old or simple server without this call.
        Ok(Err(status)) if status.code() == Code::Unimplemented => Ok(Description::default()),
        Ok(Err(status)) => Err(call_error(&status)),
    }
}

/// Checks whether the server responds.
pub(super) async fn probe(client: &Client) -> Result<(), CallError> {
    let request = GetCapabilitiesRequest { instance_name: client.instance().to_owned() };
    match client.unary::<_, ServerCapabilities>(GET, LARGEST, request).await {
        Err(status) if status.code() != Code::Unimplemented => Err(call_error(&status)),
        _ => Ok(()),
    }
}

fn describe(capabilities: &ServerCapabilities) -> Description {
    let version = |version: &SemVer| format!("{}.{}.{}", version.major, version.minor, version.patch);
    let versions = match (&capabilities.low_api_version, &capabilities.high_api_version) {
        (Some(low), Some(high)) => Some((version(low), version(high))),
        _ => None,
    };
    let executes = Some(capabilities.execution_capabilities.is_some_and(|it| it.exec_enabled));
    let Some(cache) = &capabilities.cache_capabilities else {
        return Description { versions, executes, ..Description::default() };
    };
    Description {
        versions,
        digest_functions: names(&cache.digest_functions, &DIGEST_FUNCTIONS),
        may_update: cache.action_cache_update_capabilities.map(|it| it.update_enabled),
        batch_limit: u64::try_from(cache.max_batch_total_size_bytes).ok(),
        compressors: names(&cache.supported_compressors, &COMPRESSORS),
        executes,
    }
}

/// Returns the distinct names of some enum values.
fn names(numbers: &[i32], known: &[&str]) -> Vec<String> {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    let name = |number: &i32| usize::try_from(*number).ok().and_then(|number| known.get(number));
    numbers.iter().filter_map(name).map(|&name| name.to_owned()).collect()
}
