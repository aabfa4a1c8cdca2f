//! [`WorkerResult`]: what a worker made of an asset.

use std::time::Duration;

use rigmill_pipeline::Dependency;
use serde::{Deserialize, Serialize};

use super::action::CachedRecord;
use super::asset::Failure;
use super::envelope::{self, RecordError};

const KIND: envelope::Kind = envelope::Kind { magic: *b"RIGWORKR", version: 3 };

/// What a worker made of an asset. It has part of the project's files only, so its answers may be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WorkerResult {
    /// The records of the asset, and the time that its stages took.
    Built {
        /// The records.
        record: Box<CachedRecord>,
        /// The time.
        time: Duration,
    },
    /// The failure of an asset, with its queries and their answers.
    Failed(Box<Failure>),
}

impl WorkerResult {
    /// Reads a result; it is verified against damage, not against lies.
    ///
    /// # Errors
    /// If it is no result, or a damaged one.
    pub(crate) fn open(bytes: &[u8]) -> Result<Self, RecordError> {
        envelope::open(&KIND, bytes)
    }

    /// The bytes of the result.
    ///
    /// # Errors
    /// If it is too large.
    pub(crate) fn seal(&self) -> Result<Vec<u8>, RecordError> {
        envelope::seal(&KIND, self)
    }

    /// The queries with the worker's answers, in order.
    pub(crate) fn dependencies(&self) -> Vec<&Dependency> {
        match self {
            Self::Built { record, .. } => {
                record.import.dependencies.iter().chain(&record.process.dependencies).collect()
            }
            Self::Failed(failure) => failure.dependencies.iter().collect(),
        }
    }
}
