//! Writes the 128 bits of a block, starting with the lowest bit.

#[derive(Default)]
pub(crate) struct Bits {
    bits: u128,
    count: u32,
}

impl Bits {
    /// Starts a block with its mode in unary: `mode` zeros, then a 1.
    #[inline(always)]
    pub(crate) fn of_mode(mode: u32) -> Self {
        Self { bits: 1 << mode, count: mode + 1 }
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, value: u8, count: u32) {
        debug_assert!(count == 8 || value >> count == 0, "{value} has more than {count} bits");
        self.bits |= u128::from(value) << self.count;
        self.count += count;
    }

    #[inline(always)]
    pub(crate) fn finish(self) -> u128 {
        debug_assert_eq!(self.count, 128);
        self.bits
    }
}
