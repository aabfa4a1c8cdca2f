//! [`Footer`]: the end of a pack, with the positions of its parts.
//!
//! ```text
//! 0   8   magic "RIGPACK\0"
//! 8   4   version, little-endian, as all numbers
//! 12  8   number of entries
//! 20  8   number of rows of the index
//! 28  8   offset of the index; the filter follows it, and the footer the filter
//! 36  32  BLAKE3 of the filter
//! 68  32  BLAKE3 of the 68 bytes before
//! ```

use super::error::PackError;
use super::filter;
use super::index;
pub(super) const LENGTH: usize = 100;
const SUMMED: usize = 68;
const MAGIC: [u8; 8] = *b"RIGPACK\0";
const VERSION: u32 = 2;

/// The positions of the parts of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Footer {
    pub(super) entries: u64,
    pub(super) rows: u64,
    pub(super) index: u64,
    pub(super) filter_sum: [u8; 32],
}

impl Footer {
    pub(super) fn encode(&self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..20].copy_from_slice(&self.entries.to_le_bytes());
        bytes[20..28].copy_from_slice(&self.rows.to_le_bytes());
        bytes[28..36].copy_from_slice(&self.index.to_le_bytes());
        bytes[36..SUMMED].copy_from_slice(&self.filter_sum);
        let sum = blake3::hash(&bytes[..SUMMED]);
        bytes[SUMMED..].copy_from_slice(sum.as_bytes());
        bytes
    }

    /// Decodes the footer of a pack that is `length` bytes long. The parts must fill the pack exactly.
    pub(super) fn decode(bytes: &[u8; LENGTH], length: u64) -> Result<Self, PackError> {
        let damaged = || PackError::Damaged("the end of the pack is damaged".to_owned());
        let (summed, sum) = bytes.split_at(SUMMED);
        if blake3::hash(summed).as_bytes() != sum || summed[..8] != MAGIC || summed[8..12] != VERSION.to_le_bytes() {
            return Err(damaged());
        }
        let number = |at: usize| summed[at..at + 8].iter().rev().fold(0, |n, &byte| (n << 8) | u64::from(byte));
        let mut filter_sum = [0; 32];
        filter_sum.copy_from_slice(&summed[36..]);
        let footer = Self { entries: number(12), rows: number(20), index: number(28), filter_sum };
        if footer.pack_length() == Some(length) { Ok(footer) } else { Err(damaged()) }
    }

    /// Returns the offset of the filter.
    pub(super) fn filter(&self) -> Option<u64> {
        self.index.checked_add(index::encoded_length(self.rows)?)
    }

    fn pack_length(&self) -> Option<u64> {
        self.filter()?.checked_add(filter::encoded_length(self.rows)?)?.checked_add(LENGTH as u64)
    }
}
