//! Checking where a client says it went.

use thiserror::Error;

use crate::content::Motion;

/// Even steps of time, in ticks; [`ticks`](crate::motion::ticks) has ticks of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// When the first step begins.
    pub start: i64,
    /// How long each step takes.
    pub step: i64,
}

/// Where a client left the motion.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("after {step} steps the client is {distance} away from the motion, at most {tolerance} are allowed")]
#[non_exhaustive]
pub struct Departure {
    /// After how many steps.
    pub step: usize,
    /// How far it was off then; infinite where its position is no number.
    pub distance: f64,
    /// How far it might have been.
    pub tolerance: f64,
}

impl Motion {
    /// Follows a client. `client_positions` has its position after 0, 1, 2 … steps, seen from where the root stands
    /// when the first step begins: what sums of [`delta`](Self::delta) come to.
    ///
    /// The same answer on every machine. Since each position is compared with the motion itself, small deviations do
    /// not add up.
    ///
    /// # Errors
    /// The first position that is farther than `tolerance` from where the motion is then. One that is not a number is
    /// infinitely far away.
    pub fn validate(&self, steps: Steps, client_positions: &[[f32; 3]], tolerance: f64) -> Result<(), Departure> {
        let origin = self.pose_at_tick(steps.start).inverse();
        for (step, client) in client_positions.iter().enumerate() {
            let expected = origin.then(&self.pose_at_tick(steps.tick(step))).translation;
            let off: [f64; 3] = std::array::from_fn(|axis| f64::from(client[axis]) - expected[axis]);
            let distance = length(off);
            if distance.is_nan() || distance > tolerance {
                let distance = if distance.is_nan() { f64::INFINITY } else { distance };
                return Err(Departure { step, distance, tolerance });
            }
        }
        Ok(())
    }

    /// As [`validate`](Self::validate), in quanta: `client_positions` are what sums of the translations of
    /// [`fixed_delta`](Self::fixed_delta) come to. With a tolerance of 0 a client has to be exact.
    ///
    /// # Errors
    /// As [`validate`](Self::validate); the departure is told in quanta.
    pub fn validate_fixed(&self, steps: Steps, client_positions: &[[i64; 3]], tolerance: u32) -> Result<(), Departure> {
        for (step, client) in client_positions.iter().enumerate() {
            let expected = self.fixed_delta(steps.start, steps.tick(step)).translation;
            let off: [u64; 3] = std::array::from_fn(|axis| client[axis].abs_diff(expected[axis]));
            let square = off.iter().map(|along| u128::from(*along).pow(2)).fold(0, u128::saturating_add);
            if square > u128::from(tolerance).pow(2) {
                let distance = length(off.map(|along| along as f64));
                return Err(Departure { step, distance, tolerance: f64::from(tolerance) });
            }
        }
        Ok(())
    }
}

impl Steps {
    /// The tick after `count` steps.
    #[must_use]
    pub fn tick(&self, count: usize) -> i64 {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.start.saturating_add(self.step.saturating_mul(count))
    }
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}
