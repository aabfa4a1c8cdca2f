//! Calls about many blobs: finding out which are missing, reading small blobs and writing small blobs.
//!
//! A server may respond in any order, leave out blobs, repeat them or add others. Therefore results are matched by digest, and
//! a blob without a result counts as missing.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use rigmill_store::RemoteBlob;
use tonic::Code;

use super::client::{Client, blob_error, call_error};
use crate::failure::CallError;
use crate::reapi::{
    BatchReadBlobsRequest, BatchReadBlobsResponse, BatchUpdate, BatchUpdateBlobsRequest, BatchUpdateBlobsResponse,
    BlobStatus, Digest, FindMissingBlobsRequest, FindMissingBlobsResponse,
};

const FIND_MISSING: &str = "/build.bazel.remote.execution.v2.ContentAddressableStorage/FindMissingBlobs";
const BATCH_UPDATE: &str = "/build.bazel.remote.execution.v2.ContentAddressableStorage/BatchUpdateBlobs";
const BATCH_READ: &str = "/build.bazel.remote.execution.v2.ContentAddressableStorage/BatchReadBlobs";

/// The maximum size of a blob in a batch, in bytes.
const LARGEST_SMALL: u64 = 1 << 20;

/// The maximum size of other messages, in bytes.
const LARGEST_MESSAGE: usize = 4 << 20;

/// The maximum size of a batch message without its blobs, in bytes.
const SLACK: usize = 1 << 20;

/// Whether a blob fits into a batch of at most `limit` bytes.
pub(super) fn is_small(blob: RemoteBlob, limit: u64) -> bool {
    blob.size < LARGEST_SMALL.min(limit / 2)
}

/// Returns for each blob whether it is missing.
pub(super) async fn missing(client: &Client, blobs: &[RemoteBlob]) -> Result<Vec<bool>, CallError> {
    let request = FindMissingBlobsRequest { instance_name: client.instance().to_owned(), blob_digests: digests(blobs) };
    let answer = client.unary::<_, FindMissingBlobsResponse>(FIND_MISSING, LARGEST_MESSAGE, request).await;
    let answer = answer.map_err(|status| call_error(&status))?;
    let missing: BTreeSet<RemoteBlob> = answer.missing_blob_digests.iter().filter_map(Digest::blob).collect();
    Ok(blobs.iter().map(|blob| missing.contains(blob)).collect())
}

/// Reads each blob that exists.
pub(super) async fn read(client: &Client, blobs: &[RemoteBlob]) -> Result<Vec<Option<Bytes>>, CallError> {
    let request = BatchReadBlobsRequest { instance_name: client.instance().to_owned(), digests: digests(blobs) };
    let limit = LARGEST_MESSAGE + SLACK;
    let answer = client.unary::<_, BatchReadBlobsResponse>(BATCH_READ, limit, request).await;
    let answer = answer.map_err(|status| call_error(&status))?;
    let mut found = BTreeMap::new();
    for response in answer.responses {
        let Some(blob) = response.digest.as_ref().and_then(Digest::blob) else { continue };
        match code(response.status.as_ref()) {
            Code::Ok => drop(found.insert(blob, response.data)),
            Code::Unauthenticated | Code::PermissionDenied => return Err(failure(response.status.as_ref())),
            _ => {}
        }
    }
    Ok(blobs.iter().map(|blob| found.get(blob).cloned()).collect())
}

/// Stores all blobs. If one of them cannot be stored, the call fails.
pub(super) async fn write(client: &Client, blobs: &[(RemoteBlob, Bytes)]) -> Result<Vec<()>, CallError> {
    let requests: BTreeMap<RemoteBlob, Bytes> = blobs.iter().cloned().collect();
    let update = |(blob, data): (RemoteBlob, Bytes)| BatchUpdate { digest: Some(blob.into()), data };
    let requests = requests.into_iter().map(update).collect();
    let request = BatchUpdateBlobsRequest { instance_name: client.instance().to_owned(), requests };
    let answer = client.unary::<_, BatchUpdateBlobsResponse>(BATCH_UPDATE, LARGEST_MESSAGE, request).await;
    let answer = answer.map_err(|status| call_error(&status))?;
    let mut stored = BTreeSet::new();
    for response in &answer.responses {
        match code(response.status.as_ref()) {
            Code::Ok => stored.extend(response.digest.as_ref().and_then(Digest::blob)),
            _ => return Err(failure(response.status.as_ref())),
        }
    }
    match blobs.iter().all(|(blob, _)| stored.contains(blob)) {
        true => Ok(vec![(); blobs.len()]),
        false => Err(CallError::Invalid("the server did not store a blob".to_owned())),
    }
}

/// Returns the digests of blobs without duplicates.
fn digests(blobs: &[RemoteBlob]) -> Vec<Digest> {
    let blobs: BTreeSet<RemoteBlob> = blobs.iter().copied().collect();
    blobs.into_iter().map(Digest::from).collect()
}

fn code(status: Option<&BlobStatus>) -> Code {
    status.map_or(Code::Ok, |status| Code::from_i32(status.code))
}

fn failure(status: Option<&BlobStatus>) -> CallError {
    blob_error(code(status), status.map_or("", |status| &status.message))
}
