//! Checking the positions that a client reports.

use rigmill_math::vector;
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

/// A client's first deviation from the motion.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("after {step} steps the client is {distance} away from the motion, at most {tolerance} are allowed")]
#[non_exhaustive]
pub struct Deviation {
    /// The number of steps.
    pub step: usize,
    /// The distance from the motion; infinite if its position is not finite.
    pub distance: f64,
    /// The allowed distance.
    pub tolerance: f64,
}

impl Motion {
    /// Checks a client. `client_positions` holds its position after 0, 1, 2 … steps, relative to the root at the beginning
    /// of the first step: sums of [`delta`](Self::delta).
    ///
    /// The same answer on every machine. Since each position is compared with the motion itself, small deviations do
    /// not add up.
    ///
    /// # Errors
    /// The first position that is farther than `tolerance` from the motion. NaN is infinitely far away.
    pub fn validate(&self, steps: Steps, client_positions: &[[f32; 3]], tolerance: f64) -> Result<(), Deviation> {
        let origin = self.pose_at_tick(steps.start).inverse();
        for (step, client) in client_positions.iter().enumerate() {
            let expected = origin.then(&self.pose_at_tick(steps.tick(step))).translation;
            let distance = vector::length(vector::subtract(client.map(f64::from), expected));
            if distance.is_nan() || distance > tolerance {
                let distance = if distance.is_nan() { f64::INFINITY } else { distance };
                return Err(Deviation { step, distance, tolerance });
            }
        }
        Ok(())
    }

    /// Like [`validate`](Self::validate), in quanta: `client_positions` are sums of the translations of
    /// [`fixed_delta`](Self::fixed_delta). With a tolerance of 0 a client has to be exact.
    ///
    /// # Errors
    /// Like [`validate`](Self::validate), with the deviation in quanta.
    pub fn validate_fixed(&self, steps: Steps, client_positions: &[[i64; 3]], tolerance: u32) -> Result<(), Deviation> {
        for (step, client) in client_positions.iter().enumerate() {
            let expected = self.fixed_delta(steps.start, steps.tick(step)).translation;
            let off: [u64; 3] = std::array::from_fn(|axis| client[axis].abs_diff(expected[axis]));
            let square = off.iter().map(|along| u128::from(*along).pow(2)).fold(0, u128::saturating_add);
            if square > u128::from(tolerance).pow(2) {
                let distance = vector::length(off.map(|along| along as f64));
                return Err(Deviation { step, distance, tolerance: f64::from(tolerance) });
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
