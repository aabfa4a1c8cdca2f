//! [`WorkerResult`]: the result of building an asset on a worker.

use std::time::Duration;

use rigmill_pipeline::Dependency;
use rigmill_store::envelope::{self, RecordError};
use serde::{Deserialize, Serialize};

use super::action::CachedRecord;
use super::asset::Failure;

const KIND: envelope::Kind = envelope::Kind { magic: *b"RIGWORKR", version: 4 };

/// The result of building an asset on a worker. The worker has only some of the project's files, so the answers to its queries
/// may be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WorkerResult {
    /// The asset was built.
    Built {
        /// The records of the asset.
        record: Box<CachedRecord>,
        /// The time that the stages took.
        time: Duration,
    },
    /// The asset failed. The failure contains the queries and their answers.
    Failed(Box<Failure>),
}

impl WorkerResult {
    /// Decodes a result. The checksum detects damage, but not a worker that returns false results.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a result or are damaged.
    pub(crate) fn open(bytes: &[u8]) -> Result<Self, RecordError> {
        envelope::open(&KIND, bytes)
    }

    /// Encodes the result.
    ///
    /// # Errors
    /// Returns an error if the result is too large.
    pub(crate) fn seal(&self) -> Result<Vec<u8>, RecordError> {
        envelope::seal(&KIND, self)
    }

    /// Returns the queries with the worker's answers, in order.
    pub(crate) fn dependencies(&self) -> Vec<&Dependency> {
        match self {
            Self::Built { record, .. } => {
                record.import.dependencies.iter().chain(&record.process.dependencies).collect()
            }
            Self::Failed(failure) => failure.dependencies.iter().collect(),
        }
    }
}
