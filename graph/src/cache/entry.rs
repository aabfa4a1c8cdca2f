//! Entries of a pack: a record sealed together with its action key, so that a wrong offset cannot yield a wrong record.

use rigmill_pipeline::Digest;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::records::{Kind, RecordError, envelope};

const ENTRY: Kind = Kind { magic: *b"RIGCACHE", version: 2 };

pub(super) fn seal<T: Serialize>(key: Digest, record: &T) -> Result<Vec<u8>, RecordError> {
    envelope::seal(&ENTRY, &(key, record))
}

/// The record in an entry, if the entry is for `key`.
pub(super) fn open<T: DeserializeOwned>(key: Digest, bytes: &[u8]) -> Result<T, RecordError> {
    let (found, record): (Digest, T) = envelope::open(&ENTRY, bytes)?;
    if found == key { Ok(record) } else { Err(another_key()) }
}

/// The key of an entry, after verification.
pub(super) fn check(bytes: &[u8]) -> Result<Digest, RecordError> {
    let payload = envelope::check(&ENTRY, bytes)?;
    // The key comes first, and bincode writes an array of bytes as it is.
    payload.first_chunk().map(|key| Digest::from_bytes(*key)).ok_or_else(another_key)
}

/// Whether the bytes were changed since they were written. An intact entry that cannot be decoded does no harm.
pub(super) fn is_damage(error: &RecordError) -> bool {
    !matches!(error, RecordError::Content(_))
}

fn another_key() -> RecordError {
    RecordError::Content("it has a different key".to_owned())
}
