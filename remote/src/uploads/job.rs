//! [`Job`]: one upload, from its files to its value, or a check that merged values still exist.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::Bytes;
use rigmill_pipeline::Digest;
use rigmill_store::{ArtifactFile, RemoteBlob, Upload};
use tokio::task::JoinSet;

use super::artifacts::{Artifact, read_artifacts};
use crate::cache::Cache;
use crate::digest;
use crate::failure::CallError;
use crate::reapi::{ActionKey, StoredValue, encode_result};
use crate::transport::{LARGEST_INLINE, LARGEST_VALUE, Source};

/// The maximum number of times that a value is written again because another machine has overwritten it.
const MAX_REPAIRS: u32 = 6;

/// The number of times that a value is read before it counts as missing.
const READS: u32 = 2;

/// The same number for a value that this machine has written.
const CHECK_READS: u32 = 4;

/// The work on one key.
pub(super) enum Job {
    /// Stores an upload.
    New(Upload),
    /// Checks that everything that this build has added to a value still exists.
    Check(Check),
}

/// The entries that a build has added to the value under a key.
pub(super) struct Check {
    key: Digest,
    entries: Vec<Entry>,
    repairs: u32,
}

/// An upload whose artifacts are already in the cache.
pub(super) struct Entry {
    upload: Upload,
    artifacts: Vec<(Digest, RemoteBlob)>,
}

/// The outcome of a job.
pub(super) enum Outcome {
    /// The value is in the cache.
    Stored,
    /// The value is in the cache, but another machine may overwrite it.
    Check(Check),
    /// The upload was skipped because a file changed or the value is too large.
    LeftOut,
}

impl Job {
    pub(super) fn key(&self) -> Digest {
        match self {
            Self::New(upload) => upload.key,
            Self::Check(check) => check.key,
        }
    }

    /// Returns the number of uploads in this job.
    pub(super) fn uploads(&self) -> u64 {
        match self {
            Self::New(_) => 1,
            Self::Check(check) => check.uploads(),
        }
    }

    pub(super) fn is_new(&self) -> bool {
        matches!(self, Self::New(_))
    }

    pub(super) async fn run(self, cache: &Arc<Cache>) -> Result<Outcome, CallError> {
        match self {
            Self::New(upload) => store(cache, upload).await,
            Self::Check(check) => check.run(cache).await,
        }
    }
}

impl Check {
    pub(super) fn uploads(&self) -> u64 {
        self.entries.len() as u64
    }

    pub(super) fn key(&self) -> Digest {
        self.key
    }

    /// Adds later entries. All are checked together, so that a machine never competes with itself.
    pub(super) fn add(&mut self, later: Self) {
        self.entries.extend(later.entries);
        self.repairs = self.repairs.max(later.repairs);
    }

    async fn run(mut self, cache: &Arc<Cache>) -> Result<Outcome, CallError> {
        let action = ActionKey::new(self.key);
        let present = present(cache, &action, CHECK_READS).await?;
        let Some((value, artifacts)) = merge(&self.entries, present) else { return Ok(Outcome::Stored) };
        if !write(cache, action, value, &artifacts).await? || self.repairs == MAX_REPAIRS {
            return Ok(Outcome::Stored);
        }
        self.repairs += 1;
        Ok(Outcome::Check(self))
    }
}

impl Entry {
    /// Returns the value to store. If creating it panics, it is skipped.
    fn value(&self, present: Option<&[u8]>) -> Option<Bytes> {
        let blobs: Vec<RemoteBlob> = self.artifacts.iter().map(|&(_, blob)| blob).collect();
        catch_unwind(AssertUnwindSafe(|| (self.upload.value)(present, &blobs))).ok()?.map(Bytes::from)
    }
}

/// Stores the artifacts and the value of an upload, unless they already exist.
async fn store(cache: &Arc<Cache>, upload: Upload) -> Result<Outcome, CallError> {
    must_allow_updates(cache).await?;
    // All values of an asset have the same artifacts.
    let address = |file: &ArtifactFile| Some((file.digest, cache.known.artifact(file.digest)?));
    let known: Option<Vec<_>> = upload.artifacts.iter().map(address).collect();
    let (addresses, new) = match known {
        Some(known) => (known, Vec::new()),
        None => {
            let Some(new) = read_artifacts(cache, &upload.artifacts).await? else { return Ok(Outcome::LeftOut) };
            (new.iter().map(|artifact| (artifact.digest, artifact.blob)).collect(), new)
        }
    };
    let entry = Entry { upload, artifacts: addresses };
    let (key, is_merged) = (entry.upload.key, entry.upload.merged);
    if !is_merged && entry.value(None).is_none() {
        return Ok(Outcome::Stored);
    }
    store_artifacts(cache, new).await?;
    cache.known.note_artifacts(&entry.artifacts);
    let (action, entries) = (ActionKey::new(key), vec![entry]);
    let reads = if cache.known.was_missing(action.id) { 1 } else { READS };
    let present = if is_merged { present(cache, &action, reads).await? } else { None };
    let Some((value, artifacts)) = merge(&entries, present) else { return Ok(Outcome::Stored) };
    Ok(match write(cache, action, value, &artifacts).await? {
        true if is_merged => Outcome::Check(Check { key, entries, repairs: 0 }),
        true => Outcome::Stored,
        false => Outcome::LeftOut,
    })
}

/// Returns the existing value. While another machine replaces a value, a server may say that there is none, and a new value
/// that is based on this loses the entries of all other machines. Therefore the server is asked several times.
async fn present(cache: &Arc<Cache>, action: &ActionKey, reads: u32) -> Result<Option<Bytes>, CallError> {
    for _ in 1..reads {
        if let Some(value) = cache.value(action.id).await? {
            return Ok(Some(value));
        }
    }
    cache.value(action.id).await
}

/// Returns the value with all entries, and the artifacts of the entries that were missing. Returns `None` if none was missing.
fn merge(entries: &[Entry], present: Option<Bytes>) -> Option<(Bytes, Vec<(Digest, RemoteBlob)>)> {
    let (mut value, mut artifacts, mut is_new) = (present, Vec::new(), false);
    for entry in entries {
        if let Some(merged) = entry.value(value.as_deref()) {
            (value, is_new) = (Some(merged), true);
            artifacts.extend_from_slice(&entry.artifacts);
        }
    }
    value.filter(|_| is_new).map(|value| (value, artifacts))
}

/// Writes a value, unless it is too large.
async fn write(
    cache: &Arc<Cache>,
    action: ActionKey,
    value: Bytes,
    artifacts: &[(Digest, RemoteBlob)],
) -> Result<bool, CallError> {
    if value.len() as u64 > LARGEST_VALUE {
        return Ok(false);
    }
    let value = store_if_large(cache, value).await?;
    Arc::clone(&cache.transport).put_action(action, encode_result(value, artifacts)).await?;
    cache.tally.acknowledged.add(1);
    Ok(true)
}

async fn must_allow_updates(cache: &Cache) -> Result<(), CallError> {
    let description = Arc::clone(&cache.transport).describe().await?;
    match description.may_update {
        Some(false) => Err(CallError::Refused("the action cache of the server is read-only".to_owned())),
        _ => Ok(()),
    }
}

/// Stores the artifacts that the cache lacks.
async fn store_artifacts(cache: &Arc<Cache>, artifacts: Vec<Artifact>) -> Result<(), CallError> {
    let mut artifacts: Vec<Artifact> = artifacts.into_iter().filter(|artifact| artifact.blob.size > 0).collect();
    if artifacts.is_empty() {
        return Ok(());
    }
    let blobs = artifacts.iter().map(|artifact| artifact.blob).collect();
    let mut missing = Arc::clone(&cache.transport).missing(blobs).await?;
    cache.tally.acknowledged.add(1);
    missing.sort_unstable();
    artifacts.retain(|artifact| missing.binary_search(&artifact.blob).is_ok());
    let mut writes = JoinSet::new();
    for artifact in artifacts {
        writes.spawn(Arc::clone(&cache.transport).write(artifact.blob, artifact.source));
    }
    while let Some(written) = writes.join_next().await {
        written.map_err(|error| CallError::Failed(error.to_string()))??;
        cache.tally.acknowledged.add(1);
    }
    Ok(())
}

/// Stores a large value as a blob. An empty value is also stored as a blob, so that no result is empty.
async fn store_if_large(cache: &Arc<Cache>, value: Bytes) -> Result<StoredValue, CallError> {
    if !value.is_empty() && value.len() <= LARGEST_INLINE {
        return Ok(StoredValue::Inline(value));
    }
    let blob = digest::of(&value);
    if blob.size > 0 {
        Arc::clone(&cache.transport).write(blob, Source::Bytes(value)).await?;
    }
    Ok(StoredValue::Blob(blob))
}
