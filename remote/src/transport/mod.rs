//! [`Transport`]: the five operations that a remote cache has, whatever its protocol.

mod chunks;
mod limits;
mod source;

use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use rigmill_graph::RemoteBlob;

use crate::failure::CallError;
use crate::reapi::{ActionKey, ActionValue};

pub(crate) use chunks::chunks;
pub(crate) use limits::{LARGEST_BLOB, LARGEST_INLINE, LARGEST_RESULT, LARGEST_VALUE};
pub(crate) use source::Source;

/// A call under way.
pub(crate) type Call<T> = Pin<Box<dyn Future<Output = Result<T, CallError>> + Send>>;

/// A protocol. Calls must be made within the store's runtime. Each ends within a bounded time, except that [`get_action`]
/// leaves its deadline to the caller. Nothing that is read was verified yet.
///
/// [`get_action`]: Self::get_action
pub(crate) trait Transport: Send + Sync {
    /// The number of calls that are worth having under way at the same time.
    fn concurrency(&self) -> usize;

    /// The value of an action, if there is one.
    fn get_action(self: Arc<Self>, id: RemoteBlob) -> Call<Option<ActionValue>>;

    /// Stores the serialized result of an action.
    fn put_action(self: Arc<Self>, key: ActionKey, result: Bytes) -> Call<()>;

    /// Those of the blobs that are not there. It may name blobs that are.
    fn missing(self: Arc<Self>, blobs: Vec<RemoteBlob>) -> Call<Vec<RemoteBlob>>;

    /// A blob, if it is there; at most one byte more than its size.
    fn read(self: Arc<Self>, blob: RemoteBlob) -> Call<Option<Bytes>>;

    /// Stores a blob.
    fn write(self: Arc<Self>, blob: RemoteBlob, source: Source) -> Call<()>;

    /// A build has ended. If the cache could not be used in it, its connections may be dead.
    fn next_build(&self, was_unusable: bool);

    /// What a server says about itself, if the protocol can ask.
    fn describe(self: Arc<Self>) -> Call<Description>;
}

/// What a server says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Description {
    /// The lowest and the highest version.
    pub(crate) versions: Option<(String, String)>,
    pub(crate) digest_functions: Vec<String>,
    pub(crate) may_update: Option<bool>,
    /// As the server says it; 0 for no limit.
    pub(crate) batch_limit: Option<u64>,
    pub(crate) compressors: Vec<String>,
    /// Whether it runs actions.
    pub(crate) executes: Option<bool>,
}
