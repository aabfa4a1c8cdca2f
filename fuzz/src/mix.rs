//! Random numbers that follow from a number or from bytes.

use rigmill_test_random::Random;
use xxhash_rust::xxh3::xxh3_64;

/// A generator for a number. Generators of neighbouring numbers have nothing in common.
#[must_use]
pub fn random(number: u64) -> Random {
    Random::new(digest(&number.to_le_bytes()))
}

/// A number for bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}
