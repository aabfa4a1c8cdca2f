//! [`Footer`]: the end of a pack, with the positions of its parts.
//!
//! ```text
//! 0   8   magic "RIGPACK\0"
//! 8   4   version, little-endian, as all numbers
//! 12  8   number of entries
//! 20  8   offset of the index; the filter follows it, and the footer the filter
//! 28  32  BLAKE3 of the filter
//! 60  32  BLAKE3 of the 60 bytes before
//! ```

use super::error::PackError;
use super::filter;
use super::index;
pub(super) const LENGTH: usize = 92;
const SUMMED: usize = 60;
const MAGIC: [u8; 8] = *b"RIGPACK\0";
const VERSION: u32 = 1;

/// The positions of the parts of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Footer {
    pub(super) count: u64,
    pub(super) index: u64,
    pub(super) filter_sum: [u8; 32],
}

impl Footer {
    pub(super) fn encode(&self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..20].copy_from_slice(&self.count.to_le_bytes());
        bytes[20..28].copy_from_slice(&self.index.to_le_bytes());
        bytes[28..60].copy_from_slice(&self.filter_sum);
        let sum = blake3::hash(&bytes[..SUMMED]);
        bytes[SUMMED..].copy_from_slice(sum.as_bytes());
        bytes
    }

    /// The footer of a pack that is `length` bytes long. The parts fill the pack exactly.
    pub(super) fn decode(bytes: &[u8; LENGTH], length: u64) -> Result<Self, PackError> {
        let damaged = || PackError::Damaged("its end was changed".to_owned());
        let (summed, sum) = bytes.split_at(SUMMED);
        if blake3::hash(summed).as_bytes() != sum || summed[..8] != MAGIC || summed[8..12] != VERSION.to_le_bytes() {
            return Err(damaged());
        }
        let number = |at: usize| summed[at..at + 8].iter().rev().fold(0, |n, &byte| (n << 8) | u64::from(byte));
        let mut filter_sum = [0; 32];
        filter_sum.copy_from_slice(&summed[28..]);
        let footer = Self { count: number(12), index: number(20), filter_sum };
        if footer.pack_length() == Some(length) { Ok(footer) } else { Err(damaged()) }
    }

    /// Where the filter begins.
    pub(super) fn filter(&self) -> Option<u64> {
        self.index.checked_add(index::encoded_length(self.count)?)
    }

    fn pack_length(&self) -> Option<u64> {
        self.filter()?.checked_add(filter::encoded_length(self.count)?)?.checked_add(LENGTH as u64)
    }
}
