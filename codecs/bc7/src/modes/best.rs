//! The best block found so far.

/// A compressed block, and the sum of squared differences between its pixels and the original pixels.
pub(crate) struct Best {
    pub(crate) error: f32,
    pub(crate) bits: u128,
}

impl Best {
    pub(crate) const NONE: Self = Self { error: f32::INFINITY, bits: 0 };

    /// Keeps a block if it is better than the best so far.
    #[inline(always)]
    pub(crate) fn offer(&mut self, error: f32, bits: impl FnOnce() -> u128) {
        if error < self.error {
            *self = Self { error, bits: bits() };
        }
    }
}
