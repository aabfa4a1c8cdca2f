//! [`BuildOptions`]: how to build.

use rigmill_pipeline::Digest;
use rigmill_store::{CacheFolder, RemoteAccess};

use super::asset_filter::AssetFilter;
use super::isolation::Isolation;
use super::remote_executor::ExecutorAccess;

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The target. At least one writer must support it.
    pub target: String,
    /// The targets that the caller builds besides this one. They have an effect only on warnings about the manifest.
    pub other_targets: Vec<String>,
    /// The number of threads; `None` means one per core.
    pub jobs: Option<usize>,
    /// Whether to run every stage, even if its result is known.
    pub force: bool,
    /// Whether to read every output instead of trusting stamps.
    pub verify: bool,
    /// Whether to list each fresh asset in the report, instead of only their number.
    pub list_fresh: bool,
    /// The object cache; `None` to build without one.
    pub cache: Option<CacheFolder>,
    /// The store that several machines share; `None` to build without one. Uploads continue after the build; see
    /// [`RemoteStore::wait_for_uploads`](rigmill_store::RemoteStore::wait_for_uploads).
    pub remote: Option<RemoteAccess>,
    /// Other machines that run actions for this machine. A forced build runs all actions there.
    pub executor: Option<ExecutorAccess>,
    /// How to run stages in separate processes. If `None`, all stages run in this process.
    pub isolation: Option<Isolation>,
    /// Builds only these assets and the assets that they depend on. The next build without a filter builds the rest.
    pub only: Option<AssetFilter>,
    /// The order in which assets are built.
    pub order: Order,
    /// The digest of the running program.
    pub program: Digest,
}

/// The order in which assets are built. No result depends on this order; `rigmill build --check` verifies that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Sorted by source.
    #[default]
    Forward,
    /// Reversed.
    Backward,
}
