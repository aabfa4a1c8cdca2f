//! [`Stored`]: keeps track of the blobs that the server has, and uploads the blobs that it lacks.

use std::collections::HashMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use rigmill_pipeline::Digest;
use rigmill_store::RemoteBlob;
use tokio::sync::{OnceCell, Semaphore};
use tokio::task::{JoinSet, spawn_blocking};

use super::failure::Failure;
use super::inputs::{InputBlob, Origin, address};
use crate::failure::CallError;
use crate::grpc::Grpc;
use crate::transport::{Source, Transport};

/// The maximum size of a file that is read into memory, in bytes.
const LARGEST_IN_MEMORY: u64 = 1 << 20;

/// The memory limit for files that were read but not yet sent, in KiB.
const MEMORY: usize = 32 << 10;

/// A cell that is set once the server has the blob. While one action uploads it, others wait.
type Cell = Arc<OnceCell<()>>;

/// The blobs that the server has, as far as this build knows.
pub(super) struct Stored {
    grpc: Arc<Grpc>,
    cells: Mutex<HashMap<RemoteBlob, Cell>>,
    memory: Semaphore,
}

impl Stored {
    pub(super) fn new(grpc: Arc<Grpc>) -> Self {
        Self { grpc, cells: Mutex::default(), memory: Semaphore::new(MEMORY) }
    }

    /// Uploads the blobs that the server lacks.
    pub(super) async fn upload(self: &Arc<Self>, blobs: &[InputBlob]) -> Result<(), Failure> {
        let mut unknown = self.unknown(blobs);
        if unknown.is_empty() {
            return Ok(());
        }
        let addresses = unknown.keys().copied().collect();
        let missing = Arc::clone(&self.grpc).missing(addresses).await.map_err(Failure::blobs)?;
        let mut uploads = JoinSet::new();
        for blob in missing {
            let Some((cell, input)) = unknown.remove(&blob) else { continue };
            let this = Arc::clone(self);
            uploads.spawn(async move { cell.get_or_try_init(|| this.write(input)).await.copied() });
        }
        // If another action is setting a cell at this moment, nothing needs to be done.
        unknown.into_values().for_each(|(cell, _)| drop(cell.set(())));
        while let Some(uploaded) = uploads.join_next().await {
            uploaded.map_err(|error| Failure::broken(CallError::Failed(error.to_string())))??;
        }
        Ok(())
    }

    /// Notes that the server may lack these blobs, even if it said otherwise.
    pub(super) fn forget(&self, blobs: &[InputBlob]) {
        let mut cells = self.cells();
        blobs.iter().for_each(|input| drop(cells.remove(&input.blob)));
    }

    /// Notes that the server may lack any blob.
    pub(super) fn forget_all(&self) {
        self.cells().clear();
    }

    fn unknown(&self, blobs: &[InputBlob]) -> HashMap<RemoteBlob, (Cell, InputBlob)> {
        let mut cells = self.cells();
        let cells = blobs.iter().map(|input| (Arc::clone(cells.entry(input.blob).or_default()), input));
        let unknown = cells.filter(|(cell, _)| !cell.initialized());
        unknown.map(|(cell, input)| (input.blob, (cell, input.clone()))).collect()
    }

    async fn write(&self, input: InputBlob) -> Result<(), Failure> {
        let (path, digest) = match input.origin {
            Origin::Bytes(bytes) => return self.send(input.blob, Source::Bytes(bytes)).await,
            Origin::File(path, digest) => (path, digest),
        };
        if input.blob.size <= LARGEST_IN_MEMORY {
            let kibibytes = u32::try_from(input.blob.size >> 10).unwrap_or_default() + 1;
            let _permit = self.memory.acquire_many(kibibytes).await;
            let bytes = read(path, digest).await?;
            return self.send(input.blob, Source::Bytes(bytes)).await;
        }
        let sent = self.send(input.blob, Source::File(path.clone())).await;
        // The server verifies what it stores, so a failure may be caused by a changed file.
        if sent.is_err() && is_changed(&path, digest, input.blob).await {
            return Err(Failure::input(format!("{} has changed", path.display())));
        }
        sent
    }

    async fn send(&self, blob: RemoteBlob, source: Source) -> Result<(), Failure> {
        Arc::clone(&self.grpc).write(blob, source).await.map_err(Failure::blobs)
    }

    fn cells(&self) -> MutexGuard<'_, HashMap<RemoteBlob, Cell>> {
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn is_changed(path: &Path, digest: Digest, blob: RemoteBlob) -> bool {
    address(path, digest).await != Ok(blob)
}

/// Reads a small file that must have this BLAKE3.
async fn read(path: PathBuf, digest: Digest) -> Result<Bytes, Failure> {
    let shown = path.display().to_string();
    let read = move || read_small(&path).map(|bytes| (Digest::of(&bytes), bytes));
    match spawn_blocking(read).await.unwrap_or_else(|error| Err(error.into())) {
        Ok((found, bytes)) if found == digest => Ok(bytes.into()),
        Ok(_) => Err(Failure::input(format!("{shown} has changed"))),
        Err(error) => Err(Failure::input(format!("cannot read {shown}: {error}"))),
    }
}

fn read_small(path: &Path) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("the path does not lead to a file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LARGEST_IN_MEMORY + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
