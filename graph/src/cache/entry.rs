//! [`Entry`]: immutable bytes of the cache, found by kind and key.
//!
//! ```text
//! artifact   the bytes; their BLAKE3 is the key
//! others     BLAKE3 of the rest 32, kind 1, number of keys 1, each key 32, payload
//! ```
//!
//! An entry may have several keys: the record of an asset answers for each of its actions. As the sum includes kind and keys,
//! a wrong offset cannot yield a wrong entry.

use std::borrow::Cow;

use rigmill_pipeline::Digest;
use thiserror::Error;

const SUM: usize = 32;
const KIND: usize = SUM;
const COUNT: usize = KIND + 1;
const KEYS: usize = COUNT + 1;
const KEY: usize = 32;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EntryKind {
    /// The record of an action under its strong key.
    Record = 1,
    /// A set of queries under a weak key. A key may have several.
    Queries = 2,
    /// The bytes of an output file under their digest.
    Artifact = 3,
}

impl EntryKind {
    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        [Self::Record, Self::Queries, Self::Artifact].into_iter().find(|kind| *kind as u8 == byte)
    }
}

/// What an entry is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EntryId {
    pub(crate) kind: EntryKind,
    pub(crate) key: Digest,
}

impl EntryId {
    /// Its short form in an index. Whoever follows it compares the complete key.
    pub(super) fn slot(self) -> u128 {
        let start = self.key.as_bytes().first_chunk().map_or(0, |bytes| u128::from_be_bytes(*bytes));
        // Kinds of the same key differ where a filter looks first.
        start ^ ((self.kind as u128) << 56)
    }
}

/// An entry, made here or verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry<'a> {
    kind: EntryKind,
    /// At least one.
    keys: Vec<Digest>,
    bytes: Cow<'a, [u8]>,
}

/// Why bytes are not an entry.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(super) enum EntryError {
    #[error("its checksum does not match its bytes")]
    Changed,
    /// The bytes are intact. Two keys may have one slot, so this need not be damage.
    #[error("it has a different key")]
    AnotherKey,
}

impl Entry<'static> {
    /// An entry with a payload, found under each of `keys`. Of more keys than an entry can have the last are left out.
    pub(crate) fn seal(kind: EntryKind, mut keys: Vec<Digest>, payload: &[u8]) -> Self {
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

    /// Verifies the bytes of an entry with this slot.
    pub(super) fn open(kind: EntryKind, slot: u128, bytes: Vec<u8>) -> Result<Self, EntryError> {
        let keys = match kind {
            EntryKind::Artifact => vec![Digest::of(&bytes)],
            _ => checked_keys(kind, &bytes)?,
        };
        if keys.iter().any(|&key| EntryId { kind, key }.slot() == slot) {
            return Ok(Self { kind, keys, bytes: Cow::Owned(bytes) });
        }
        // The key of an artifact is its checksum.
        Err(if kind == EntryKind::Artifact { EntryError::Changed } else { EntryError::AnotherKey })
    }

    /// Verifies the bytes of an entry whose keys are in it: anything but an artifact.
    pub(super) fn verified(kind: EntryKind, bytes: Vec<u8>) -> Result<Self, EntryError> {
        let keys = checked_keys(kind, &bytes)?;
        Ok(Self { kind, keys, bytes: Cow::Owned(bytes) })
    }

    /// The bytes of an artifact.
    pub(crate) fn into_artifact(self) -> Vec<u8> {
        self.bytes.into_owned()
    }
}

impl<'a> Entry<'a> {
    /// An artifact with its digest.
    pub(crate) fn artifact(digest: Digest, bytes: &'a [u8]) -> Self {
        Self { kind: EntryKind::Artifact, keys: vec![digest], bytes: Cow::Borrowed(bytes) }
    }

    pub(crate) fn kind(&self) -> EntryKind {
        self.kind
    }

    /// What it is found by.
    pub(super) fn ids(&self) -> impl Iterator<Item = EntryId> {
        self.keys.iter().map(|&key| EntryId { kind: self.kind, key })
    }

    pub(super) fn has(&self, id: EntryId) -> bool {
        self.kind == id.kind && self.keys.contains(&id.key)
    }

    /// The bytes to store.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What the entry was made of.
    pub(crate) fn payload(&self) -> &[u8] {
        match self.kind {
            EntryKind::Artifact => &self.bytes,
            _ => self.bytes.get(KEYS + self.keys.len() * KEY..).unwrap_or_default(),
        }
    }
}

/// The keys of an entry that has them, after verification.
fn checked_keys(kind: EntryKind, bytes: &[u8]) -> Result<Vec<Digest>, EntryError> {
    let (sum, summed) = bytes.split_first_chunk::<SUM>().ok_or(EntryError::Changed)?;
    if blake3::hash(summed).as_bytes() != sum {
        return Err(EntryError::Changed);
    }
    let (Some(&found), Some(&count)) = (bytes.get(KIND), bytes.get(COUNT)) else { return Err(EntryError::Changed) };
    let keys = bytes.get(KEYS..KEYS + usize::from(count) * KEY).ok_or(EntryError::Changed)?;
    if found != kind as u8 {
        return Err(EntryError::AnotherKey);
    }
    Ok(keys.as_chunks::<KEY>().0.iter().map(|key| Digest::from_bytes(*key)).collect())
}
