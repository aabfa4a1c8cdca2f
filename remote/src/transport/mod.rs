//! [`Transport`]: the operations of a remote cache, independent of its protocol.

mod chunks;
mod limits;
mod source;

use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use rigmill_store::RemoteBlob;

use crate::failure::CallError;
use crate::reapi::{ActionKey, ActionValue};

pub(crate) use chunks::chunks;
pub(crate) use limits::{LARGEST_BLOB, LARGEST_INLINE, LARGEST_RESULT, LARGEST_VALUE};
pub(crate) use source::Source;

/// A call in progress.
pub(crate) type Call<T> = Pin<Box<dyn Future<Output = Result<T, CallError>> + Send>>;

/// A protocol. Calls must be made within the store's runtime. Each call ends within a bounded time, except that the caller must
/// set a time limit for [`get_action`]. Results are not verified.
///
/// [`get_action`]: Self::get_action
pub(crate) trait Transport: Send + Sync {
    /// Returns the number of calls that are useful to have in flight at the same time.
    fn concurrency(&self) -> usize;

    /// Returns the value of an action, if there is one.
    fn get_action(self: Arc<Self>, id: RemoteBlob) -> Call<Option<ActionValue>>;

    /// Stores the serialized result of an action.
    fn put_action(self: Arc<Self>, key: ActionKey, result: Bytes) -> Call<()>;

    /// Returns the blobs that do not exist. The list may contain blobs that do exist.
    fn missing(self: Arc<Self>, blobs: Vec<RemoteBlob>) -> Call<Vec<RemoteBlob>>;

    /// Reads a blob, if it exists, up to one byte more than its size.
    fn read(self: Arc<Self>, blob: RemoteBlob) -> Call<Option<Bytes>>;

    /// Stores a blob.
    fn write(self: Arc<Self>, blob: RemoteBlob, source: Source) -> Call<()>;

    /// Notes that a build has ended. If the cache became unusable in it, its connections may be dead.
    fn next_build(&self, was_unusable: bool);

    /// Returns the server's capabilities, if the protocol can query them.
    fn describe(self: Arc<Self>) -> Call<Description>;
}

/// The capabilities of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Description {
    /// The lowest and the highest supported version of the API.
    pub(crate) versions: Option<(String, String)>,
    pub(crate) digest_functions: Vec<String>,
    pub(crate) may_update: Option<bool>,
    /// The batch limit in bytes, as the server reports it; 0 means no limit.
    pub(crate) batch_limit: Option<u64>,
    pub(crate) compressors: Vec<String>,
    /// Whether the server runs actions.
    pub(crate) executes: Option<bool>,
}
