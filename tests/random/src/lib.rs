//! Random numbers for tests, benchmarks and the fuzzer: the same sequence for the same seed on every machine, so a failure can
//! be repeated.

/// A linear congruential generator with Knuth's constants. Results come from its upper bits; the lower ones repeat early.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that starts at `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 32 random bits.
    pub const fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    /// A number below `end`.
    ///
    /// # Panics
    /// If `end` is zero.
    pub const fn below(&mut self, end: usize) -> usize {
        (self.bits() >> 1) as usize % end
    }

    /// Any byte.
    pub const fn byte(&mut self) -> u8 {
        self.bits().to_be_bytes()[0]
    }

    /// True once in `times` on average.
    pub const fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A number from 0 to 1, both included.
    pub fn unit(&mut self) -> f64 {
        f64::from(self.bits()) / f64::from(u32::MAX)
    }

    /// A number from -1 to 1, without 1.
    pub fn signed(&mut self) -> f32 {
        f32::from((self.bits() >> 16) as u16) / 32_768.0 - 1.0
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are none.
    pub const fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
