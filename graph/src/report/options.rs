//! [`BuildOptions`]: how to build.

use rigmill_pipeline::Digest;

use crate::cache::CacheFolder;

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The target: one that some writer writes for.
    pub target: String,
    /// Threads to work on; all cores when absent.
    pub jobs: Option<usize>,
    /// Run every stage, whatever is known.
    pub force: bool,
    /// Read every output, instead of trusting stamps.
    pub verify: bool,
    /// Report each fresh asset, instead of their number.
    pub tell_fresh: bool,
    /// The object cache; none when absent.
    pub cache: Option<CacheFolder>,
    /// Which assets are worked on first.
    pub order: Order,
    /// The digest of the running program.
    pub program: Digest,
}

/// Which assets are worked on first. No result depends on it; a build that checks so takes both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// In the order of their sources.
    #[default]
    Forward,
    /// From the last to the first.
    Backward,
}
