//! [`Entry`]: immutable bytes in the cache, identified by a kind and a key.
//!
//! ```text
//! artifact   the bytes; their BLAKE3 is the key
//! others     BLAKE3 of the rest 32, kind 1, number of keys 1, each key 32, payload
//! ```
//!
//! An entry can have several keys; for example, the record of an asset is stored under the key of each of its actions. The
//! checksum covers the kind and the keys, so reading at a wrong offset cannot return a wrong entry.

use std::borrow::Cow;

use rigmill_pipeline::Digest;
use thiserror::Error;

const SUM: usize = 32;
const KIND: usize = SUM;
const COUNT: usize = KIND + 1;
const KEYS: usize = COUNT + 1;
const KEY: usize = 32;

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    /// The record of an action, stored under its strong key.
    Record = 1,
    /// A set of queries, stored under a weak key. One key can have several sets.
    Queries = 2,
    /// The bytes of an output file, stored under their digest.
    Artifact = 3,
}

impl EntryKind {
    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        [Self::Record, Self::Queries, Self::Artifact].into_iter().find(|kind| *kind as u8 == byte)
    }
}

/// Identifies an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryId {
    /// The kind of the entry.
    pub kind: EntryKind,
    /// The key of the entry: for an artifact, the digest of its bytes.
    pub key: Digest,
}

impl EntryId {
    /// Returns the short form of the id for an index. Slots can collide, so readers of an index also compare the complete key.
    pub(crate) fn slot(self) -> u128 {
        let start = self.key.as_bytes().first_chunk().map_or(0, |bytes| u128::from_be_bytes(*bytes));
        // Mixes the kind into the first byte, so that equal keys of different kinds use different bits of a filter.
        start ^ ((self.kind as u128) << 56)
    }
}

/// An entry that was either created by this process or verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    kind: EntryKind,
    /// Contains at least one key.
    keys: Vec<Digest>,
    bytes: Cow<'a, [u8]>,
}

/// Why some bytes are not the entry that was looked for.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(crate) enum EntryError {
    #[error("an entry does not match its checksum")]
    Changed,
    /// The bytes are intact, but have another key. Two keys can share a slot, so this is not necessarily damage.
    #[error("the entry has a different key")]
    DifferentKey,
}

impl Entry<'static> {
    /// Creates an entry with a payload and keys. An entry can have at most 255 keys; any further keys are dropped.
    pub fn seal(kind: EntryKind, mut keys: Vec<Digest>, payload: &[u8]) -> Self {
        keys.truncate(usize::from(u8::MAX));
        let mut bytes = Vec::with_capacity(KEYS + keys.len() * KEY + payload.len());
        bytes.extend_from_slice(&[0; SUM]);
        bytes.push(kind as u8);
        bytes.push(u8::try_from(keys.len()).unwrap_or(u8::MAX));
        keys.iter().for_each(|key| bytes.extend_from_slice(key.as_bytes()));
        bytes.extend_from_slice(payload);
        let sum = *blake3::hash(&bytes[SUM..]).as_bytes();
        bytes[..SUM].copy_from_slice(&sum);
        Self { kind, keys, bytes: Cow::Owned(bytes) }
    }

    /// Verifies that the bytes are an entry with this slot.
    pub(crate) fn open(kind: EntryKind, slot: u128, bytes: Vec<u8>) -> Result<Self, EntryError> {
        let keys = match kind {
            EntryKind::Artifact => vec![Digest::of(&bytes)],
            _ => checked_keys(kind, &bytes)?,
        };
        if keys.iter().any(|&key| EntryId { kind, key }.slot() == slot) {
            return Ok(Self { kind, keys, bytes: Cow::Owned(bytes) });
        }
        // The key of an artifact is also its checksum.
        Err(if kind == EntryKind::Artifact { EntryError::Changed } else { EntryError::DifferentKey })
    }

    /// Verifies the bytes of an entry that contains its own keys (any kind except an artifact).
    pub(crate) fn verified(kind: EntryKind, bytes: Vec<u8>) -> Result<Self, EntryError> {
        let keys = checked_keys(kind, &bytes)?;
        Ok(Self { kind, keys, bytes: Cow::Owned(bytes) })
    }

    /// Returns the bytes of an artifact.
    pub fn into_artifact(self) -> Vec<u8> {
        self.bytes.into_owned()
    }
}

impl<'a> Entry<'a> {
    /// Creates an artifact entry from its digest and bytes.
    pub fn artifact(digest: Digest, bytes: &'a [u8]) -> Self {
        Self { kind: EntryKind::Artifact, keys: vec![digest], bytes: Cow::Borrowed(bytes) }
    }

    /// Returns the kind of the entry.
    pub fn kind(&self) -> EntryKind {
        self.kind
    }

    /// Returns the ids under which the entry is found.
    pub(crate) fn ids(&self) -> impl Iterator<Item = EntryId> {
        self.keys.iter().map(|&key| EntryId { kind: self.kind, key })
    }

    pub(crate) fn has(&self, id: EntryId) -> bool {
        self.kind == id.kind && self.keys.contains(&id.key)
    }

    /// Returns the bytes to store.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the payload that the entry was created from.
    pub fn payload(&self) -> &[u8] {
        match self.kind {
            EntryKind::Artifact => &self.bytes,
            _ => self.bytes.get(KEYS + self.keys.len() * KEY..).unwrap_or_default(),
        }
    }
}

/// Verifies an entry that contains its own keys, and returns these keys.
fn checked_keys(kind: EntryKind, bytes: &[u8]) -> Result<Vec<Digest>, EntryError> {
    let (sum, summed) = bytes.split_first_chunk::<SUM>().ok_or(EntryError::Changed)?;
    if blake3::hash(summed).as_bytes() != sum {
        return Err(EntryError::Changed);
    }
    let (Some(&found), Some(&count)) = (bytes.get(KIND), bytes.get(COUNT)) else { return Err(EntryError::Changed) };
    let keys = bytes.get(KEYS..KEYS + usize::from(count) * KEY).ok_or(EntryError::Changed)?;
    if found != kind as u8 {
        return Err(EntryError::DifferentKey);
    }
    Ok(keys.as_chunks::<KEY>().0.iter().map(|key| Digest::from_bytes(*key)).collect())
}
