//! [`Filter`]: a Bloom filter, which excludes most absent keys without reading a pack's index.
//!
//! With twelve bits and eight probes for each key, 3 of 1,000 absent keys pass. Keys are digests, so their own bits serve as
//! hashes.

use rigmill_pipeline::Digest;
const BITS: u64 = 12;
const PROBES: u64 = 8;
/// In bytes: with fewer bits the probes of a key would coincide.
const SHORTEST: u64 = 8;

/// The filter of one pack, with the bytes in the file.
#[derive(Debug)]
pub(super) struct Filter(Vec<u8>);

/// The length in bytes of the filter of `count` keys.
pub(super) fn encoded_length(count: u64) -> Option<u64> {
    Some(count.checked_mul(BITS)?.div_ceil(8).max(SHORTEST))
}

impl Filter {
    /// The filter of these keys; `None` if it does not fit into memory.
    pub(super) fn of(keys: impl ExactSizeIterator<Item = Digest>) -> Option<Self> {
        let length = encoded_length(keys.len() as u64)?;
        let mut bytes = vec![0; usize::try_from(length).ok()?];
        for key in keys {
            for bit in probes(key, length * 8) {
                bytes[bit / 8] |= 1 << (bit % 8);
            }
        }
        Some(Self(bytes))
    }

    /// A filter from its bytes.
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// `false` only for a key that is not in the pack.
    pub(super) fn may_have(&self, key: Digest) -> bool {
        probes(key, self.0.len() as u64 * 8)
            .all(|bit| self.0.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1))
    }
}

/// The bits of a key, each below `bits`.
fn probes(key: Digest, bits: u64) -> impl Iterator<Item = usize> {
    let number = |at: usize| key.as_bytes()[at..at + 8].iter().fold(0_u64, |n, &byte| (n << 8) | u64::from(byte));
    // The index uses the first eight bytes, so the filter uses others.
    let (first, step) = (number(8), number(16) | 1);
    (0..PROBES).map(move |probe| scale(first.wrapping_add(probe.wrapping_mul(step)), bits))
}

/// Maps all of `u64` evenly to the numbers below `bits`.
fn scale(hash: u64, bits: u64) -> usize {
    // Below `bits`, which is eight times the length of a slice at most.
    usize::try_from((u128::from(hash) * u128::from(bits)) >> 64).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_missed_and_few_others_pass() {
        let key = |n: u32| Digest::of(&n.to_le_bytes());
        for count in [0, 1, 7, 1000_u32] {
            let keys: Vec<_> = (0..count).map(key).collect();
            let filter = Filter::of(keys.iter().copied()).unwrap();
            assert_eq!(Some(filter.bytes().len() as u64), encoded_length(u64::from(count)));
            assert!(keys.iter().all(|key| filter.may_have(*key)));
            let passed = (count..count + 10_000).filter(|n| filter.may_have(key(*n))).count();
            assert!(passed < 100, "{passed} of 10,000 passed a filter of {count}");
        }
    }
}
