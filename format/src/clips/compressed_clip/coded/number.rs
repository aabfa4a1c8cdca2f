//! Codes integers bit by bit: whether the number is 0, its sign, its number of bits, and its bits from the highest on.

use super::model::Bit;
use super::range::Coder;

/// The number of bits below the highest bit that have models. The rest is coded without models.
const MODELLED: u32 = 3;
/// Numbers with more bits than this share models.
const WIDEST: u32 = 15;

/// The models of numbers of similar size.
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

    /// Codes a number and returns it.
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

    /// The bits after the highest.
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
