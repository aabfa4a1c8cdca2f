//! Computes the slopes of a smooth motion's keys.
//!
//! A key's slope is the slope of a polynomial through the five keys around it. If these keys are unevenly spaced, five keys
//! would overshoot, so the polynomial uses three. If a loop continues into its beginning without a corner, the keys beyond an
//! end are keys of the previous or next loop. Otherwise, only keys inside the motion are used.

use rigmill_format::RigidTransform;
use rigmill_math::quaternion::{multiply, rotate};
use rigmill_math::vector::{length, subtract};

use super::lagrange;

/// The largest ratio of the longest to the shortest interval for which five keys are used.
const EVEN: f64 = 1.5;
/// The largest ratio of a slope between uneven intervals to the slope across both intervals.
const STEEPEST: f64 = 2.0;
/// The largest change of speed at a seam without a corner, as a fraction of the highest speed.
const CORNER: f64 = 0.1;

/// Returns the slopes of keys. The first pose must be the identity.
pub(super) fn slopes(times: &[u64], poses: &[RigidTransform], loops: bool) -> Vec<RigidTransform> {
    let mut path = Path { times, poses, endless: false };
    path.endless = loops && path.joins();
    (0..times.len()).map(|key| path.slope(key)).collect()
}

struct Path<'a> {
    times: &'a [u64],
    poses: &'a [RigidTransform],
    /// Whether keys of the loop are used before the first key and after the last key.
    endless: bool,
}

impl Path<'_> {
    fn slope(&self, key: usize) -> RigidTransform {
        self.slope_of(key, 5).unwrap_or_else(|| self.slope_of(key, 3).unwrap_or(self.chord(key)))
    }

    /// Returns the slope of a polynomial through `count` keys; `None` if there are too few keys, or if five keys are unevenly
    /// spaced.
    fn slope_of(&self, key: usize, count: usize) -> Option<RigidTransform> {
        if count > self.times.len() {
            return None;
        }
        let key = i64::try_from(key).ok()?;
        let (count_of_all, count) = (i64::try_from(self.times.len()).ok()?, i64::try_from(count).ok()?);
        let middle = key - count / 2;
        let first = if self.endless { middle } else { middle.clamp(0, count_of_all - count) };
        let (times, poses): (Vec<i128>, Vec<_>) = (first..first + count).map(|key| self.key(key)).unzip();
        if count > 3 && !even(&times) {
            return None;
        }
        let slope = lagrange::slope(&times, &poses, usize::try_from(key - first).ok()?);
        Some(if count == 3 && first == middle { calm(slope, &times, &poses) } else { slope })
    }

    /// Returns the slope of a motion with two keys.
    fn chord(&self, key: usize) -> RigidTransform {
        let (times, poses): (Vec<i128>, Vec<_>) = (0..2).map(|key| self.key(key)).unzip();
        lagrange::slope(&times, &poses, key.min(1))
    }

    /// Returns the key with this index, which may be in a previous or following loop.
    fn key(&self, index: i64) -> (i128, RigidTransform) {
        let last = self.times.len() - 1;
        let intervals = i64::try_from(last).unwrap_or(i64::MAX);
        let within = |at: usize| (i128::from(self.times[at]), self.poses[at]);
        if let Ok(at) = usize::try_from(index)
            && at <= last
        {
            return within(at);
        }
        let (loops, at) = (index.div_euclid(intervals), index.rem_euclid(intervals));
        let (time, pose) = within(usize::try_from(at).unwrap_or(0));
        let (duration, whole) = within(last);
        (time + i128::from(loops) * duration, whole.power(loops).then(&pose))
    }

    /// Returns whether the end continues into the beginning without a corner.
    fn joins(&self) -> bool {
        let last = self.times.len() - 1;
        let (begin, end) = (self.slope(0), self.slope(last));
        let (_, whole) = self.key(i64::try_from(last).unwrap_or(i64::MAX));
        let begin_again = RigidTransform {
            translation: rotate(whole.rotation, begin.translation),
            rotation: multiply(whole.rotation, begin.rotation),
        };
        let steps = || (0..last).map(|key| self.step(key));
        let fastest = steps().fold((0.0, 0.0), |most: (f64, f64), step| (most.0.max(step.0), most.1.max(step.1)));
        let apart = sizes(&RigidTransform {
            translation: subtract(begin_again.translation, end.translation),
            rotation: subtract(begin_again.rotation, end.rotation),
        });
        apart.0 <= CORNER * fastest.0 + 1e-9 && apart.1 <= CORNER * fastest.1 + 1e-9
    }

    /// Returns the speeds at which the root moves and rotates from a key to the next key.
    fn step(&self, key: usize) -> (f64, f64) {
        let times = [i128::from(self.times[key]), i128::from(self.times[key + 1])];
        sizes(&lagrange::slope(&times, &self.poses[key..key + 2], 0))
    }
}

/// Limits the slope at the middle of three keys. If the slope from the first key to the last is much smaller, returns this
/// slope. Otherwise, a jump in a short interval would overshoot in the long interval beside it, by many times the jump.
fn calm(slope: RigidTransform, times: &[i128], poses: &[RigidTransform]) -> RigidTransform {
    let chord = lagrange::slope(&[times[0], times[2]], &[poses[0], poses[2]], 0);
    let ((speed, turn), (even_speed, even_turn)) = (sizes(&slope), sizes(&chord));
    RigidTransform {
        translation: if speed > STEEPEST * even_speed { chord.translation } else { slope.translation },
        rotation: if turn > STEEPEST * even_turn { chord.rotation } else { slope.rotation },
    }
}

fn even(times: &[i128]) -> bool {
    let gaps = || times.windows(2).map(|pair| (pair[1] - pair[0]) as f64);
    gaps().fold(0.0, f64::max) <= EVEN * gaps().fold(f64::INFINITY, f64::min)
}

fn sizes(slope: &RigidTransform) -> (f64, f64) {
    (length(slope.translation), length(slope.rotation))
}
