//! [`Job`]: an asset on its way through a build.

use std::time::Duration;

use crate::chain::Work;
use crate::plan::PlannedAsset;
use crate::reason::Reason;
use crate::state::AssetRecord;

/// An asset that was looked at, and what was done about it.
pub(crate) struct Job {
    pub(crate) asset: PlannedAsset,
    pub(crate) old: Option<AssetRecord>,
    pub(crate) why: Vec<Reason>,
    /// `None` for an asset that is up to date.
    pub(crate) work: Option<Work>,
    pub(crate) time: Duration,
}
