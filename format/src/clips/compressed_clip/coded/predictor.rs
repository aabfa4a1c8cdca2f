//! [`Predictor`]: predicts the next key of a component from the keys before it.

/// The number of predictions.
const PREDICTIONS: usize = 6;
/// Predictions and their errors are in sixteenths of a step.
pub(super) const FINE: u32 = 16;

/// Predicts a component's next key in several ways, and uses the way that was best recently.
#[derive(Clone, Debug, Default)]
pub(super) struct Predictor {
    /// The previous keys, latest first.
    keys: [i64; 3],
    seen: u8,
    /// The mean error of each prediction over recent keys, times four.
    errors: [i64; PREDICTIONS],
}

impl Predictor {
    /// The predictions, each times [`FINE`]: the last key; a straight line through the last two keys; half of that step; a
    /// parabola through the last three keys; the mean of the straight line and the parabola; and the last key plus half of the
    /// step before the last step.
    fn predictions(&self) -> [i64; PREDICTIONS] {
        let [a, b, c] = self.keys;
        [16 * a, 32 * a - 16 * b, 24 * a - 8 * b, 48 * (a - b) + 16 * c, 40 * a - 32 * b + 8 * c, 16 * a + 8 * (b - c)]
    }

    /// The predicted key.
    pub(super) fn predict(&self) -> i64 {
        let predictions = self.predictions();
        let mut best = 0;
        for candidate in 1..self.available() {
            if self.errors[candidate] < self.errors[best] {
                best = candidate;
            }
        }
        (predictions[best] + 8) >> 4
    }

    /// The number of predictions for which there are enough keys.
    fn available(&self) -> usize {
        match self.seen {
            0 | 1 => 1,
            2 => 3,
            _ => PREDICTIONS,
        }
    }

    /// Updates the statistics with the actual key.
    pub(super) fn learn(&mut self, key: i32) {
        let (key, predictions) = (i64::from(key), self.predictions());
        for (error, prediction) in self.errors.iter_mut().zip(predictions) {
            let off = (i64::from(FINE) * key - prediction).abs().min(1 << 20);
            *error += (4 * off - *error + 3) >> 3;
        }
        let [a, b, _] = self.keys;
        // There are no keys before the first one.
        self.keys = if self.seen == 0 { [key; 3] } else { [key, a, b] };
        self.seen = self.seen.saturating_add(1);
    }
}
