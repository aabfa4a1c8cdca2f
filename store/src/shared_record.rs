//! [`SharedRecord`]: the record of an asset, as it is shared with other machines.

use std::time::Duration;

use rigmill_pipeline::Digest;

use super::entry::Entry;
use super::remote_store::ArtifactFile;

/// The record of an asset for other machines, together with the keys that lead to it.
pub struct SharedRecord {
    /// The sets of queries that lead from the asset's weak key to the record, in order.
    pub sets: Vec<Entry<'static>>,
    /// The strong key of the record.
    pub strong: Digest,
    /// The record itself.
    pub record: Entry<'static>,
    /// The time that the asset's stages took.
    pub time: Duration,
    /// The artifacts of the record.
    pub artifacts: Vec<ArtifactFile>,
}
