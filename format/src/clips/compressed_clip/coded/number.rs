//! Whole numbers as bits: whether it is 0, its sign, how many bits it has, and these from the highest on.

use super::model::Bit;
use super::range::Coder;

/// Below the highest bit, so many have models of their own; those below are as likely set as not.
const MODELLED: u32 = 3;
/// Numbers of more bits than this share models.
const WIDEST: u32 = 15;

/// The models of numbers that are likely of one size.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    some: Bit,
    negative: Bit,
    wider: [Bit; 31],
    parts: [[Bit; 1 << MODELLED]; WIDEST as usize + 1],
}

impl Numbers {
    pub(super) const NEW: Self = Self {
        some: Bit::NEW,
        negative: Bit::NEW,
        wider: [Bit::NEW; 31],
        parts: [[Bit::NEW; 1 << MODELLED]; WIDEST as usize + 1],
    };

    /// Codes a number and gives it back.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, number: i32) -> i32 {
        if !coder.bit(&mut self.some, number != 0) {
            return 0;
        }
        let negative = coder.bit(&mut self.negative, number < 0);
        let size = number.unsigned_abs();
        let bits = 31 - (size | 1).leading_zeros();
        let mut width = 0;
        while width < 31 && coder.bit(&mut self.wider[width as usize], width < bits) {
            width += 1;
        }
        let size = self.part(coder, width, size);
        let value = if negative { -i64::from(size) } else { i64::from(size) };
        i32::try_from(value).unwrap_or(i32::MAX)
    }

    /// What follows the highest bit.
    fn part<C: Coder>(&mut self, coder: &mut C, width: u32, size: u32) -> u32 {
        let models = &mut self.parts[width.min(WIDEST) as usize];
        let mut made = 1;
        let modelled = width.min(MODELLED);
        for at in 0..modelled {
            let bit = coder.bit(&mut models[made as usize & 7], size >> (width - 1 - at) & 1 == 1);
            made = made << 1 | u32::from(bit);
        }
        let left = width - modelled;
        if left == 0 { made } else { made << left | coder.plain(left, size & ((1 << left) - 1)) }
    }
}
