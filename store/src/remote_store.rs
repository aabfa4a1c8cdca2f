//! [`RemoteStore`]: the interface of a store that several machines share, as the object cache uses it.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Digest};
use serde::{Deserialize, Serialize};

/// The maximum size of a value, in bytes.
pub const MAX_VALUE_BYTES: usize = 1 << 20;

/// A store that several machines share. It contains small **values**, each under a key, where the last writer wins, and
/// **blobs**, which are identified by their own content.
///
/// The store may lose anything at any time and may return any bytes: the object cache verifies everything that it uses. The
/// store must never block a build: each call returns within a bounded time, and immediately once the store has failed too
/// often. Calls come from many threads.
pub trait RemoteStore: fmt::Debug + Send + Sync {
    /// Returns the number of calls that are useful to have in flight at the same time.
    fn concurrency(&self) -> usize;

    /// Returns the value under a key, with at most [`MAX_VALUE_BYTES`] bytes; `None` if there is no value or the store does
    /// not respond.
    fn value(&self, key: Digest) -> Option<Vec<u8>>;

    /// Returns a blob, verified by its size and SHA-256; `None` if it does not exist or the store does not respond.
    fn blob(&self, blob: RemoteBlob) -> Option<Vec<u8>>;

    /// Starts uploads in the background, in the given order. If this machine must not write to the store, the uploads are
    /// ignored.
    fn upload(&self, uploads: Vec<Upload>);

    /// Waits for the uploads that were started, for a bounded time, and abandons the rest.
    fn wait_for_uploads(&self);

    /// Returns what the store did since the last report. After this, a store that failed too often is tried again.
    fn report(&self) -> RemoteReport;
}

/// A remote store that a build uses.
#[derive(Clone, Debug)]
pub struct RemoteAccess {
    /// The store.
    pub store: Arc<dyn RemoteStore>,
    /// Whether entries from the store are copied to the object cache of this machine, which other projects also use. A store
    /// that only the project names must not be trusted with this.
    pub copied: bool,
}

/// The address of a blob in a remote store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RemoteBlob {
    /// The SHA-256 of the blob's bytes.
    pub sha256: [u8; 32],
    /// The number of bytes.
    pub size: u64,
}

/// A file to upload as an artifact. It is skipped if its bytes no longer have the expected digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactFile {
    /// The BLAKE3 of the artifact's bytes.
    pub digest: Digest,
    /// The file.
    pub path: PathBuf,
}

/// Creates the value of an [`Upload`]. The arguments are the value that the store has under the key (`None` if it has none or
/// was not asked) and the addresses of the artifacts, in order. Returns `None` if there is nothing to store.
pub type MakeValue = Box<dyn Fn(Option<&[u8]>, &[RemoteBlob]) -> Option<Vec<u8>> + Send + Sync>;

/// A value to upload after its artifacts are in the store. If an artifact is missing, the value is not uploaded.
pub struct Upload {
    /// The key of the value.
    pub key: Digest,
    /// The artifacts that must be stored before the value.
    pub artifacts: Vec<ArtifactFile>,
    /// Creates the value.
    pub value: MakeValue,
    /// Whether several machines add to the same value. If so, the store's value is read before the new one is created, and read
    /// again some time later: if another machine has overwritten it in the meantime, the value is created and uploaded once
    /// more.
    pub merged: bool,
}

/// A report of what a remote store did.
#[derive(Clone, Debug, Default)]
pub struct RemoteReport {
    /// The warnings about the store.
    pub warnings: Vec<Diagnostic>,
    /// The number of bytes received.
    pub received: u64,
    /// The number of bytes sent.
    pub sent: u64,
    /// The number of calls.
    pub calls: u64,
    /// The number of values that were requested and found.
    pub found: u64,
    /// The number of values that were requested.
    pub asked: u64,
    /// The number of uploads that were stored or already existed.
    pub stored: u64,
    /// The number of uploads that were abandoned.
    pub given_up: u64,
    /// How long the end of the build waited for uploads.
    pub waited: Duration,
}
