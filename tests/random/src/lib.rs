//! Random numbers for tests, benchmarks and the fuzzer. The same seed gives the same sequence on every machine, so that
//! failures can be reproduced.

use std::env;

/// Returns how many random cases a test tries: all of them if the environment variable `RIGMILL_TEST_CASES` is `full`,
/// otherwise a tenth, which finds nearly every mistake.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "whoever runs the tests decides")]
pub fn cases(full: u32) -> u32 {
    if env::var_os("RIGMILL_TEST_CASES").is_some_and(|which| which == "full") { full } else { full.div_ceil(10) }
}

/// A linear congruential generator with Knuth's constants. Results come from its upper bits, because the lower bits have short
/// periods.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator with the seed `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns 32 random bits.
    pub const fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    /// Returns a number below `end`.
    ///
    /// # Panics
    /// Panics if `end` is zero.
    pub const fn below(&mut self, end: usize) -> usize {
        (self.bits() >> 1) as usize % end
    }

    /// Returns any byte.
    pub const fn byte(&mut self) -> u8 {
        self.bits().to_be_bytes()[0]
    }

    /// Returns true once in `times` calls on average.
    pub const fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns a number from 0 to 1, both included.
    pub fn unit(&mut self) -> f64 {
        f64::from(self.bits()) / f64::from(u32::MAX)
    }

    /// Returns a number from -1 (included) to 1 (excluded).
    pub fn signed(&mut self) -> f32 {
        f32::from((self.bits() >> 16) as u16) / 32_768.0 - 1.0
    }

    /// Returns one of the items.
    ///
    /// # Panics
    /// Panics if `items` is empty.
    pub const fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
