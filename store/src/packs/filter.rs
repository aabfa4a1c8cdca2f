//! [`Filter`]: a Bloom filter, which excludes most absent keys without reading a pack's index.
//!
//! The filter has twelve bits and eight probes per key, which lets 3 of 1,000 absent keys pass. Keys are given as slots. A slot
//! begins with the first bytes of a digest, so its bits serve as the hashes.

const BITS: u64 = 12;
const PROBES: u64 = 8;
/// The minimum length in bytes. In a shorter filter, the probes of a key would coincide.
const SHORTEST: u64 = 8;

/// The filter of one pack, as stored in the file.
#[derive(Debug)]
pub(super) struct Filter(Vec<u8>);

/// Returns the length in bytes of a filter for `count` keys.
pub(super) fn encoded_length(count: u64) -> Option<u64> {
    Some(count.checked_mul(BITS)?.div_ceil(8).max(SHORTEST))
}

impl Filter {
    /// Creates a filter for keys with these slots. Returns `None` if the filter does not fit into memory.
    pub(super) fn new(slots: impl ExactSizeIterator<Item = u128>) -> Option<Self> {
        let length = encoded_length(slots.len() as u64)?;
        let mut bytes = vec![0; usize::try_from(length).ok()?];
        for slot in slots {
            for bit in probes(slot, length * 8) {
                bytes[bit / 8] |= 1 << (bit % 8);
            }
        }
        Some(Self(bytes))
    }

    /// Wraps the bytes of a stored filter.
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns `false` only if the key is certainly not in the pack.
    pub(super) fn may_have(&self, slot: u128) -> bool {
        probes(slot, self.0.len() as u64 * 8)
            .all(|bit| self.0.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1))
    }
}

/// Returns the bit positions that the filter tests for a key. Each is less than `bits`.
fn probes(slot: u128, bits: u64) -> impl Iterator<Item = usize> {
    let half = |bits: u128| u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(0);
    let (first, step) = (half(slot), half(slot >> 64) | 1);
    (0..PROBES).map(move |probe| scale(first.wrapping_add(probe.wrapping_mul(step)), bits))
}

/// Maps a hash evenly to the range `0..bits`.
fn scale(hash: u64, bits: u64) -> usize {
    // The result is less than `bits`, which is at most eight times the length of a slice, so it fits.
    usize::try_from((u128::from(hash) * u128::from(bits)) >> 64).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use rigmill_pipeline::Digest;

    use super::*;
    use crate::entry::{EntryId, EntryKind};

    #[test]
    fn no_key_is_missed_and_few_others_pass() {
        let key = |n: u32| {
            let key = Digest::of(&n.to_le_bytes());
            EntryId { kind: EntryKind::Record, key }.slot()
        };
        for count in [0, 1, 7, 1000_u32] {
            let keys: Vec<_> = (0..count).map(key).collect();
            let filter = Filter::new(keys.iter().copied()).unwrap();
            assert_eq!(Some(filter.bytes().len() as u64), encoded_length(u64::from(count)));
            assert!(keys.iter().all(|key| filter.may_have(*key)));
            let passed = (count..count + 10_000).filter(|n| filter.may_have(key(*n))).count();
            assert!(passed < 100, "{passed} of 10,000 passed a filter of {count}");
        }
    }
}
