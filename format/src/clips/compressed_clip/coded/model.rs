//! [`Bit`]: the probability of a bit, learned from the previous bits.

/// The probability that a bit is set. It is the mean of an estimate that adapts quickly and an estimate that adapts slowly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bit {
    quick: u16,
    slow: u16,
    seen: u8,
}

/// The number of bits after which the adaptation rates stay constant.
const RATE_COUNT: u32 = 96;
/// The lowest probability, in 65,536ths; the highest is symmetric to it. So even a certain bit takes 1/178 of a bit.
const LEAST: u32 = 256;

/// By the number of bits so far, the fraction by which a probability moves towards each new bit, in 65,536ths.
const RATES: [[i32; 2]; RATE_COUNT as usize] = rates();

const fn rates() -> [[i32; 2]; RATE_COUNT as usize] {
    let mut rates = [[0; 2]; RATE_COUNT as usize];
    let mut seen = 0;
    while seen < RATE_COUNT {
        let quick = if seen < 14 { seen + 2 } else { 16 };
        let slow = seen * 3 / 2 + 2;
        let slow = if slow > 128 { 128 } else { slow };
        rates[seen as usize] = [(65_536 / quick).cast_signed(), (65_536 / slow).cast_signed()];
        seen += 1;
    }
    rates
}

impl Bit {
    pub(super) const NEW: Self = Self { quick: 1 << 15, slow: 1 << 15, seen: 0 };

    /// The part of a range (at least 2^24) that belongs to a set bit.
    #[inline]
    pub(super) fn split(self, range: u32) -> u32 {
        let mean = (u32::from(self.quick) + u32::from(self.slow)) / 2;
        (range >> 16) * mean.clamp(LEAST, 65_536 - LEAST)
    }

    #[inline]
    pub(super) fn learn(&mut self, bit: bool) {
        let goal = if bit { 65_535 } else { 0 };
        let seen = usize::from(self.seen).min(RATES.len() - 1);
        let toward = |was: u16, rate: i32| {
            let next = i32::from(was) + (((goal - i32::from(was)) * rate) >> 16);
            u16::try_from(next).unwrap_or(u16::MAX)
        };
        let [quick, slow] = RATES[seen];
        (self.quick, self.slow) = (toward(self.quick, quick), toward(self.slow, slow));
        self.seen = self.seen.saturating_add(1);
    }
}
