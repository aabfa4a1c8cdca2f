//! The best block so far.

/// A block, and the sum of the squares of its differences from the pixels.
pub(crate) struct Best {
    pub(crate) error: f32,
    pub(crate) bits: u128,
}

impl Best {
    pub(crate) const NONE: Self = Self { error: f32::INFINITY, bits: 0 };

    /// Keeps a block if it is better.
    #[inline(always)]
    pub(crate) fn offer(&mut self, error: f32, bits: impl FnOnce() -> u128) {
        if error < self.error {
            *self = Self { error, bits: bits() };
        }
    }
}
