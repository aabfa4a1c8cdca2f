//! Slopes of a smooth motion's keys.
//!
//! A key's slope is that of a polynomial through the five keys around it, or through three if they are unevenly spaced,
//! where five would overshoot. If a loop continues into its beginning without a corner, the keys beyond an end are those of the
//! loop before or after; otherwise only keys inside the motion are used.

use rigmill_format::RigidTransform;
use rigmill_math::quaternion::{multiply, rotate};
use rigmill_math::vector::{length, subtract};

use super::lagrange;

/// The largest ratio of the longest to the shortest interval of five keys.
const EVEN: f64 = 1.5;
/// The largest ratio of a slope between uneven intervals to the slope across both.
const STEEPEST: f64 = 2.0;
/// The largest change of speed at a seam without a corner, as a part of the highest speed.
const CORNER: f64 = 0.1;

/// The slopes of keys whose first pose is the identity.
pub(super) fn slopes(times: &[u64], poses: &[RigidTransform], loops: bool) -> Vec<RigidTransform> {
    let mut path = Path { times, poses, endless: false };
    path.endless = loops && path.joins();
    (0..times.len()).map(|key| path.slope(key)).collect()
}

struct Path<'a> {
    times: &'a [u64],
    poses: &'a [RigidTransform],
    /// Whether the loop's keys are used before the first and after the last.
    endless: bool,
}

impl Path<'_> {
    fn slope(&self, key: usize) -> RigidTransform {
        self.slope_of(key, 5).unwrap_or_else(|| self.slope_of(key, 3).unwrap_or(self.chord(key)))
    }

    /// The slope by `count` keys; `None` if there are too few, or if there are five unevenly spaced ones.
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

    /// The slope of a motion with two keys.
    fn chord(&self, key: usize) -> RigidTransform {
        let (times, poses): (Vec<i128>, Vec<_>) = (0..2).map(|key| self.key(key)).unzip();
        lagrange::slope(&times, &poses, key.min(1))
    }

    /// The key of this number, which may be one of a previous or following loop.
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

    /// Whether the end continues into the beginning without a corner.
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

    /// The speeds at which the root moves and rotates from a key to the next.
    fn step(&self, key: usize) -> (f64, f64) {
        let times = [i128::from(self.times[key]), i128::from(self.times[key + 1])];
        sizes(&lagrange::slope(&times, &self.poses[key..key + 2], 0))
    }
}

/// The slope at the middle one of three keys, or that from the first key to the last where it is much less: a jump in a short
/// interval would swing the long one beside it out by many times the jump.
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
