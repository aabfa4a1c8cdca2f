//! The envelope of Rigmill's private records (build state, object cache): magic, version, length and BLAKE3 checksum around
//! bincode. Never used for a file that a game loads.
//!
//! ```text
//! 0   8   magic of the kind of record
//! 8   4   version, little-endian
//! 12  8   length of the payload, little-endian
//! 20  32  BLAKE3 of the payload
//! 52  …   payload: bincode, little-endian, variable-length integers
//! ```

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
const HEADER: usize = 52;

/// The kind and version of a record.
pub struct Kind {
    /// The first bytes of a record of this kind.
    pub magic: [u8; 8],
    /// The version of the record's layout.
    pub version: u32,
}

/// Why a record cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RecordError {
    /// The record's length differs from the length in its header, or is less than the length of a header.
    #[error("the file is {found} byte{} long, expected {expected}", if *found == 1 { "" } else { "s" })]
    Length {
        /// The record's length in bytes.
        found: u64,
        /// The length according to the header, or the length of a header, in bytes.
        expected: u64,
    },
    /// The bytes are not a record of this kind.
    #[error("the file is not a record of a build")]
    Magic,
    /// A different version of Rigmill wrote the record.
    #[error("the file has version {found}, but this program reads version {expected}")]
    Version {
        /// The version of the record.
        found: u32,
        /// The version that this program reads.
        expected: u32,
    },
    /// The record's bytes changed after they were written.
    #[error("the file does not match its checksum")]
    Checksum,
    /// The bytes are intact but cannot be decoded, because a different build of the same version wrote them.
    #[error("the content of the file cannot be decoded: {0}")]
    Content(String),
}

fn config() -> bincode::config::Configuration {
    bincode::config::standard()
}

/// Encodes a value and wraps it in an envelope.
pub fn seal<T: Serialize>(kind: &Kind, value: &T) -> Result<Vec<u8>, RecordError> {
    let mut bytes = vec![0; HEADER];
    encode(value, &mut bytes)?;
    let (header, payload) = bytes.split_at_mut(HEADER);
    header[..8].copy_from_slice(&kind.magic);
    header[8..12].copy_from_slice(&kind.version.to_le_bytes());
    header[12..20].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    header[20..].copy_from_slice(blake3::hash(payload).as_bytes());
    Ok(bytes)
}

/// Checks an envelope and decodes the value in it. Allocations are bounded by the length of `bytes`.
pub fn open<T: DeserializeOwned>(kind: &Kind, bytes: &[u8]) -> Result<T, RecordError> {
    let payload = check(kind, bytes)?;
    decode(payload)
}

/// Appends an encoded value without an envelope.
pub fn encode<T: Serialize>(value: &T, bytes: &mut Vec<u8>) -> Result<(), RecordError> {
    let encoded = bincode::serde::encode_into_std_write(value, bytes, config());
    encoded.map(drop).map_err(|error| RecordError::Content(error.to_string()))
}

/// Decodes a value without an envelope. The caller must have checked the bytes.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, RecordError> {
    // bincode requires a constant limit. A record with a valid checksum was written by Rigmill, and serde's collections reserve
    // at most one megabyte for a length that they read.
    let (value, consumed) = bincode::serde::decode_from_slice(bytes, config().with_limit::<{ 1 << 30 }>())
        .map_err(|error| RecordError::Content(error.to_string()))?;
    if consumed == bytes.len() { Ok(value) } else { Err(RecordError::Content("bytes are left over".to_owned())) }
}

/// Returns the payload of an envelope after all checks.
pub fn check<'a>(kind: &Kind, bytes: &'a [u8]) -> Result<&'a [u8], RecordError> {
    let length = |expected: usize| RecordError::Length { found: bytes.len() as u64, expected: expected as u64 };
    let (header, payload) = bytes.split_at_checked(HEADER).ok_or_else(|| length(HEADER))?;
    let number =
        |range: std::ops::Range<usize>| header[range].iter().rev().fold(0_u64, |n, &byte| (n << 8) | u64::from(byte));
    if header[..8] != kind.magic {
        return Err(RecordError::Magic);
    }
    let version = u32::try_from(number(8..12)).unwrap_or(u32::MAX);
    if version != kind.version {
        return Err(RecordError::Version { found: version, expected: kind.version });
    }
    if number(12..20) != payload.len() as u64 {
        return Err(RecordError::Length { found: payload.len() as u64, expected: number(12..20) });
    }
    if blake3::hash(payload).as_bytes() != &header[20..] {
        return Err(RecordError::Checksum);
    }
    Ok(payload)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: Kind = Kind { magic: *b"RIGTEST\0", version: 3 };

    #[test]
    fn a_sealed_record_opens_to_the_same_value() {
        let value = vec![("a".to_owned(), 1_u32), ("b".to_owned(), 2)];
        assert_eq!(open::<Vec<(String, u32)>>(&KIND, &seal(&KIND, &value).unwrap()), Ok(value));
    }

    #[test]
    fn every_flipped_byte_and_every_truncation_is_an_error() {
        let sealed = seal(&KIND, &vec![1_u32, 2, 3]).unwrap();
        for at in 0..sealed.len() {
            let mut flipped = sealed.clone();
            flipped[at] ^= 0x10;
            assert!(open::<Vec<u32>>(&KIND, &flipped).is_err(), "byte {at}");
            assert!(open::<Vec<u32>>(&KIND, &sealed[..at]).is_err(), "cut at {at}");
        }
        assert!(open::<Vec<u32>>(&KIND, &[sealed.as_slice(), b"x"].concat()).is_err());
    }

    #[test]
    fn another_version_is_reported_as_such() {
        let newer = seal(&Kind { version: 4, ..KIND }, &7_u8).unwrap();
        assert_eq!(open::<u8>(&KIND, &newer), Err(RecordError::Version { found: 4, expected: 3 }));
    }
}
