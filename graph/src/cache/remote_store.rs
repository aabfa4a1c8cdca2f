//! [`RemoteStore`]: a store that many machines share, as the object cache uses it.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rigmill_pipeline::{Diagnostic, Digest};
use serde::{Deserialize, Serialize};

/// The number of bytes of the largest value.
pub const MOST_VALUE_BYTES: usize = 1 << 20;

/// A store that many machines share: small **values**, each under a key, which the last writer decides; and **blobs**, which
/// are found by their own content.
///
/// The store may lose anything at any time, and may answer anything: the object cache verifies what it uses. It must never be
/// in a build's way: each call returns within a bounded time, and once the store has failed often enough, at once. Calls come
/// from many threads.
pub trait RemoteStore: fmt::Debug + Send + Sync {
    /// The number of calls that are worth having under way at the same time.
    fn concurrency(&self) -> usize;

    /// The value under a key, at most [`MOST_VALUE_BYTES`]; `None` if there is none, or the store does not answer.
    fn value(&self, key: Digest) -> Option<Vec<u8>>;

    /// A blob, verified by its size and SHA-256; `None` if there is none, or the store does not answer.
    fn blob(&self, blob: RemoteBlob) -> Option<Vec<u8>>;

    /// Starts uploads in the background, in this order. A store that this machine must not write to ignores them.
    fn upload(&self, uploads: Vec<Upload>);

    /// Waits for the uploads so far, for a bounded time, and gives up the rest.
    fn wait_for_uploads(&self);

    /// What the store did since the last report. A store that failed too often is tried again after this.
    fn report(&self) -> RemoteReport;
}

/// A remote store in a build.
#[derive(Clone, Debug)]
pub struct RemoteAccess {
    /// The store.
    pub store: Arc<dyn RemoteStore>,
    /// Whether what it gives is copied to the object cache of this machine, which other projects use, too. A store that a
    /// project names is not to be trusted with that.
    pub copied: bool,
}

/// The address of a blob in a remote store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RemoteBlob {
    /// The SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// The number of its bytes.
    pub size: u64,
}

/// An artifact to upload: a file, which is left out if its bytes have another digest by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactFile {
    /// The BLAKE3 of the artifact's bytes.
    pub digest: Digest,
    /// The file.
    pub path: PathBuf,
}

/// The value of an [`Upload`], made of the value that the store has under the key, if it was asked for, and the addresses of
/// the artifacts, in order. `None` if nothing has to be stored.
pub type MakeValue = Box<dyn Fn(Option<&[u8]>, &[RemoteBlob]) -> Option<Vec<u8>> + Send + Sync>;

/// A value to upload, once its artifacts are in the store. Without all of its artifacts it is left out.
pub struct Upload {
    /// The key.
    pub key: Digest,
    /// Its artifacts.
    pub artifacts: Vec<ArtifactFile>,
    /// The value.
    pub value: MakeValue,
    /// Other machines add to the same value. The store's value is read before the new one is made, and read again some time
    /// later: if another machine has overwritten it meanwhile, it is made once more.
    pub merged: bool,
}

/// What a remote store did.
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
    /// The number of values that were asked for and found.
    pub found: u64,
    /// The number of values that were asked for.
    pub asked: u64,
    /// The number of uploads that were stored, or were there already.
    pub stored: u64,
    /// The number of uploads that were given up.
    pub given_up: u64,
    /// The time for which the end of the build waited for uploads.
    pub waited: Duration,
}
