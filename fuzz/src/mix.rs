//! Random numbers that are derived from a number or from bytes.

use rigmill_test_random::Random;
use xxhash_rust::xxh3::xxh3_64;

/// Creates a generator from a number. The generators for consecutive numbers are unrelated.
#[must_use]
pub fn random(number: u64) -> Random {
    Random::new(digest(&number.to_le_bytes()))
}

/// Computes a number from bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}
