//! [`Known`]: the records of an asset's actions, from a source that did not run the stages in this process.

use std::collections::BTreeMap;
use std::time::Duration;

use rigmill_pipeline::Digest;

use super::provenance::Source;
use crate::records::{ActionKey, CachedRecord};

/// The records of an asset's actions, as a source has them.
pub(super) struct Known {
    /// The weak key that leads to the records.
    pub(super) key: ActionKey,
    pub(super) record: CachedRecord,
    pub(super) source: Source,
    /// The artifacts that the record names; `None` if the object cache has them.
    pub(super) artifacts: Option<Artifacts>,
}

/// The bytes of output files, by their digest.
pub(super) type Artifacts = BTreeMap<Digest, Vec<u8>>;

/// The result of building an asset on a different machine or in a child process.
pub(super) struct Executed {
    pub(super) record: CachedRecord,
    /// The time that the stages took there.
    pub(super) time: Duration,
    /// The artifacts that the record names.
    pub(super) artifacts: Artifacts,
}
