//! [`SharedRecord`]: what other machines get of an asset.

use std::time::Duration;

use rigmill_pipeline::Digest;

use super::entry::Entry;
use super::remote_store::ArtifactFile;

/// The record of an asset with the way to it, for other machines.
pub(crate) struct SharedRecord {
    /// The sets of queries that lead to the record from the asset's weak key, in order.
    pub(crate) sets: Vec<Entry<'static>>,
    /// The strong key at their end.
    pub(crate) strong: Digest,
    pub(crate) record: Entry<'static>,
    /// The time that its stages took.
    pub(crate) time: Duration,
    /// The artifacts of the record.
    pub(crate) artifacts: Vec<ArtifactFile>,
}
