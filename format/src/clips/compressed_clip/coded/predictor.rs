//! What the next key of a component will be, from those before it.

/// How many ways there are to guess.
const WAYS: usize = 6;
/// Guesses and their errors are in sixteenths of a step.
pub(super) const FINE: u32 = 16;

/// Guesses a component's next key in several ways, and goes by the one that was closest of late.
#[derive(Clone, Debug, Default)]
pub(super) struct Predictor {
    /// The keys before, the latest first.
    keys: [i64; 3],
    seen: u8,
    /// How far off each way was of late: the mean, four times.
    errors: [i64; WAYS],
}

impl Predictor {
    /// The guesses, each times [`FINE`]: as it was; straight on from the last two; half of that; along a parabola; half way
    /// between the last two; and straight on from the last and the one before the last two.
    fn guesses(&self) -> [i64; WAYS] {
        let [a, b, c] = self.keys;
        [16 * a, 32 * a - 16 * b, 24 * a - 8 * b, 48 * (a - b) + 16 * c, 40 * a - 32 * b + 8 * c, 16 * a + 8 * (b - c)]
    }

    /// The key that it expects.
    pub(super) fn guess(&self) -> i64 {
        let guesses = self.guesses();
        let mut best = 0;
        for way in 1..self.ways() {
            if self.errors[way] < self.errors[best] {
                best = way;
            }
        }
        (guesses[best] + 8) >> 4
    }

    /// As many ways as there are keys for.
    fn ways(&self) -> usize {
        match self.seen {
            0 | 1 => 1,
            2 => 3,
            _ => WAYS,
        }
    }

    /// Takes the key that there was.
    pub(super) fn learn(&mut self, key: i32) {
        let (key, guesses) = (i64::from(key), self.guesses());
        for (error, guess) in self.errors.iter_mut().zip(guesses) {
            let off = (i64::from(FINE) * key - guess).abs().min(1 << 20);
            *error += (4 * off - *error + 3) >> 3;
        }
        let [a, b, _] = self.keys;
        // Nothing is known of what was before the first.
        self.keys = if self.seen == 0 { [key; 3] } else { [key, a, b] };
        self.seen = self.seen.saturating_add(1);
    }
}
