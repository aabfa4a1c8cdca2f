//! [`BuildOptions`]: how to build.

use rigmill_pipeline::Digest;

use super::asset_filter::AssetFilter;
use super::isolation::Isolation;
use super::remote_executor::ExecutorAccess;
use crate::cache::{CacheFolder, RemoteAccess};

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The target, which some writer must support.
    pub target: String,
    /// The number of threads; `None` for all cores.
    pub jobs: Option<usize>,
    /// Run every stage, even if its result is known.
    pub force: bool,
    /// Read every output instead of trusting stamps.
    pub verify: bool,
    /// List each fresh asset in the report, not only their number.
    pub list_fresh: bool,
    /// The object cache, if one is used.
    pub cache: Option<CacheFolder>,
    /// The store that other machines share, if one is used. Uploads go on after the build; see
    /// [`RemoteStore::wait_for_uploads`](crate::RemoteStore::wait_for_uploads).
    pub remote: Option<RemoteAccess>,
    /// Other machines that run actions for this one, if there are any. A forced build runs all actions there.
    pub executor: Option<ExecutorAccess>,
    /// How stages run in processes of their own. Without it, all stages run in this process.
    pub isolation: Option<Isolation>,
    /// Build only these assets, and what they depend on. The next build without a filter builds the others.
    pub only: Option<AssetFilter>,
    /// The order in which assets are built.
    pub order: Order,
    /// The digest of the running program.
    pub program: Digest,
}

/// The order in which assets are built. No result depends on it, which `rigmill build --check` verifies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Sorted by source.
    #[default]
    Forward,
    /// Reversed.
    Backward,
}
