//! [`Inputs`]: the addresses of input files, each computed once.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use rigmill_graph::InputFile;
use rigmill_pipeline::Digest;
use rigmill_store::RemoteBlob;
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;

use super::failure::Failure;
use crate::digest;
use crate::transport::LARGEST_BLOB;

/// A blob that an action needs.
#[derive(Clone, Debug)]
pub(super) struct InputBlob {
    pub(super) blob: RemoteBlob,
    pub(super) origin: Origin,
}

/// Where the bytes of a blob come from.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    Bytes(Bytes),
    /// A file whose bytes must have this BLAKE3.
    File(PathBuf, Digest),
}

/// The addresses of files, by path and BLAKE3. If a file changes, its BLAKE3 also changes.
type Addresses = HashMap<(PathBuf, Digest), Arc<OnceCell<RemoteBlob>>>;

/// The program and the input files that were used so far.
pub(super) struct Inputs {
    program: PathBuf,
    program_blob: OnceCell<InputBlob>,
    addresses: Mutex<Addresses>,
}

impl Inputs {
    pub(super) fn new(program: PathBuf) -> Self {
        Self { program, program_blob: OnceCell::new(), addresses: Mutex::default() }
    }

    /// Returns the program. All actions of an executor use the same program, even if its file changes.
    pub(super) async fn program(&self) -> Result<InputBlob, Failure> {
        let read = || async {
            let path = self.program.clone();
            let read = digests(path.clone()).await;
            let (digest, blob) =
                read.map_err(|error| Failure::action(format!("cannot read the program {}: {error}", path.display())))?;
            Ok(InputBlob { blob, origin: Origin::File(path, digest) })
        };
        self.program_blob.get_or_try_init(read).await.cloned()
    }

    /// Returns an input file, if its bytes have the expected digest.
    pub(super) async fn file(&self, file: &InputFile) -> Result<InputBlob, Failure> {
        let key = (file.file.clone(), file.digest);
        let cell = Arc::clone(self.addresses.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        let blob = *cell.get_or_try_init(|| address(&file.file, file.digest)).await?;
        Ok(InputBlob { blob, origin: Origin::File(file.file.clone(), file.digest) })
    }
}

/// Computes the address of a file that must have this BLAKE3.
pub(super) async fn address(path: &Path, expected: Digest) -> Result<RemoteBlob, Failure> {
    match digests(path.to_owned()).await {
        Ok((digest, blob)) if digest == expected => Ok(blob),
        Ok(_) => Err(Failure::input(format!("{} has changed", path.display()))),
        Err(error) => Err(Failure::input(format!("cannot read {}: {error}", path.display()))),
    }
}

async fn digests(path: PathBuf) -> io::Result<(Digest, RemoteBlob)> {
    spawn_blocking(move || {
        // Opening anything except a regular file could block forever.
        if !std::fs::metadata(&path)?.is_file() {
            return Err(io::Error::other("the path does not lead to a file"));
        }
        digest::of_reader(File::open(&path)?, LARGEST_BLOB)?.ok_or_else(|| io::Error::other("the file is too large"))
    })
    .await?
}
