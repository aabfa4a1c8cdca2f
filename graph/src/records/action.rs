//! The records of actions, as the build state and the object cache store them.

use std::borrow::Cow;

use rigmill_disk::Fingerprint;
use rigmill_pipeline::{Dependency, Diagnostic, Digest, StageId};
use serde::{Deserialize, Serialize};

use super::key::ActionKey;

/// The record of a successful import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ImportRecord {
    pub(crate) key: ActionKey,
    /// The first dependency is the source itself.
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) output: Digest,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The record of a successful process action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProcessRecord {
    pub(crate) key: ActionKey,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) products: Vec<ProductRecord>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The record of one product of a process action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ProductRecord {
    pub(crate) label: String,
    pub(crate) type_path: Cow<'static, str>,
    pub(crate) digest: Digest,
}

/// The record of a successful write action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WriteRecord {
    pub(crate) key: ActionKey,
    /// The digest of the file's bytes. The cache may have the bytes under this digest.
    pub(crate) artifact: Digest,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The records of all actions of an asset, as the cache stores them. They are stored together, because a record is useless
/// without the previous ones: only the digests of values are stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CachedRecord {
    pub(crate) import: ImportRecord,
    pub(crate) process: ProcessRecord,
    pub(crate) writes: Vec<WriteRecord>,
}

/// The record of an output file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OutputRecord {
    /// The file's path, relative to the target's folder.
    pub(crate) path: String,
    pub(crate) key: ActionKey,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) writer: WriterRecord,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The writer of an output file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WriterRecord {
    pub(crate) id: StageId,
    pub(crate) params: Vec<(String, String)>,
    pub(crate) type_path: Cow<'static, str>,
}
