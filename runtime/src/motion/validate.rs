//! Checks the positions that a client reports.

use rigmill_math::vector;
use thiserror::Error;

use crate::content::Motion;

/// Time steps of equal length, in ticks. [`ticks`](crate::motion::ticks) converts seconds to ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The tick at which the first step starts.
    pub start: i64,
    /// The duration of each step, in ticks.
    pub step: i64,
}

/// The first deviation of a client from the motion.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("after {step} steps, the distance from the client to the motion is {distance}, at most {tolerance} is allowed")]
#[non_exhaustive]
pub struct Deviation {
    /// The number of steps after which the deviation occurs.
    pub step: usize,
    /// The distance from the motion. Infinite if the client's position is not finite.
    pub distance: f64,
    /// The allowed distance.
    pub tolerance: f64,
}

impl Motion {
    /// Checks the positions that a client reports. `client_positions` has the client's positions after 0, 1, 2 … steps,
    /// relative to the root at the start of the first step: the sums of [`delta`](Self::delta).
    ///
    /// The result is the same on every machine. Each position is compared with the motion itself, so small deviations do not
    /// add up.
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

    /// Like [`validate`](Self::validate), but in quanta: `client_positions` are sums of the translations of
    /// [`fixed_delta`](Self::fixed_delta). With a tolerance of 0, positions must be exact.
    ///
    /// # Errors
    /// Same as [`validate`](Self::validate). The deviation is in quanta.
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
