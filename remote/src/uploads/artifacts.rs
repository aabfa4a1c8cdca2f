//! Reads and verifies the files of an upload.

use std::fs::File;
use std::io::{self, Read};

use rigmill_pipeline::Digest;
use rigmill_store::{ArtifactFile, RemoteBlob};
use tokio::task::spawn_blocking;

use crate::cache::Cache;
use crate::digest;
use crate::failure::CallError;
use crate::transport::LARGEST_BLOB;
use crate::transport::Source;

/// The number of bytes of an upload that stay in memory. Further files are read again when they are sent.
const MEMORY: u64 = 1 << 20;

/// The maximum size of a file that stays in memory, in bytes.
const LARGEST_IN_MEMORY: u64 = 1 << 20;

/// An artifact that is ready to be sent.
pub(super) struct Artifact {
    pub(super) digest: Digest,
    pub(super) blob: RemoteBlob,
    pub(super) source: Source,
}

/// Reads the artifacts of an upload. Returns `None` if a file was removed or has changed.
pub(super) async fn read_artifacts(cache: &Cache, files: &[ArtifactFile]) -> Result<Option<Vec<Artifact>>, CallError> {
    if files.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let files = files.to_vec();
    let artifacts =
        spawn_blocking(move || read_all(&files)).await.map_err(|error| CallError::Failed(error.to_string()));
    cache.tally.acknowledged.add(1);
    artifacts
}

fn read_all(files: &[ArtifactFile]) -> Option<Vec<Artifact>> {
    let mut memory = MEMORY;
    let mut artifacts = Vec::with_capacity(files.len());
    for file in files {
        let artifact = read(file, memory).ok()??;
        if let Source::Bytes(bytes) = &artifact.source {
            memory -= bytes.len() as u64;
        }
        artifacts.push(artifact);
    }
    Some(artifacts)
}

/// Reads an artifact, and keeps its bytes if there are few. Returns `None` if they have a different digest.
fn read(file: &ArtifactFile, memory: u64) -> io::Result<Option<Artifact>> {
    // Opening anything except a regular file could block forever.
    if !std::fs::metadata(&file.path)?.is_file() {
        return Ok(None);
    }
    let mut opened = File::open(&file.path)?;
    let metadata = opened.metadata()?;
    if metadata.len() > memory.min(LARGEST_IN_MEMORY) {
        let digests = digest::of_reader(opened, LARGEST_BLOB)?.filter(|(digest, _)| *digest == file.digest);
        let source = Source::File(file.path.clone());
        return Ok(digests.map(|(digest, blob)| Artifact { digest, blob, source }));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default());
    opened.by_ref().take(metadata.len()).read_to_end(&mut bytes)?;
    if Digest::of(&bytes) != file.digest {
        return Ok(None);
    }
    let blob = digest::of(&bytes);
    Ok(Some(Artifact { digest: file.digest, blob, source: Source::Bytes(bytes.into()) }))
}
