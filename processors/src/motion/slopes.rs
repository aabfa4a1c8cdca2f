//! Slopes of a smooth motion's keys.
//!
//! A key's slope is that of a polynomial through the five keys around it, or three where they are unevenly spaced, which
//! would make five swing. Where the motion joins its own beginning without a corner, the keys around an end are taken
//! from the loop before or after; otherwise, and where it does not loop, from the side where there are some.

use rigmill_format::RigidTransform;
use rigmill_math::quaternion::{multiply, rotate};

use super::lagrange;

/// How many times as long as the shortest the longest interval of five keys may be.
const EVEN: f64 = 1.5;
/// Which part of the fastest movement a change of speed may be for a seam without a corner.
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
    /// Whether the keys go on before the first and behind the last.
    endless: bool,
}

impl Path<'_> {
    fn slope(&self, key: usize) -> RigidTransform {
        self.slope_of(key, 5).unwrap_or_else(|| self.slope_of(key, 3).unwrap_or(self.chord(key)))
    }

    /// The slope by so many keys; none where there are too few, or five unevenly spaced.
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
        Some(lagrange::slope(&times, &poses, usize::try_from(key - first).ok()?))
    }

    /// The slope from one key to the other, where there are just two.
    fn chord(&self, key: usize) -> RigidTransform {
        let (times, poses): (Vec<i128>, Vec<_>) = (0..2).map(|key| self.key(key)).unzip();
        lagrange::slope(&times, &poses, key.min(1))
    }

    /// Key number `index`, which may be one of a loop before the first or behind.
    fn key(&self, index: i64) -> (i128, RigidTransform) {
        let last = self.times.len() - 1;
        let intervals = i64::try_from(last).unwrap_or(i64::MAX);
        let within = |at: usize| (i128::from(self.times[at]), self.poses[at]);
        if let Ok(at) = usize::try_from(index)
            && at <= last
        {
            return within(at);
        }
        let (turn, at) = (index.div_euclid(intervals), index.rem_euclid(intervals));
        let (time, pose) = within(usize::try_from(at).unwrap_or(0));
        let (duration, whole) = within(last);
        (time + i128::from(turn) * duration, whole.power(turn).then(&pose))
    }

    /// Whether the end runs into the beginning without a corner.
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
        let apart = sizes(&minus(&begin_again, &end));
        apart.0 <= CORNER * fastest.0 + 1e-9 && apart.1 <= CORNER * fastest.1 + 1e-9
    }

    /// How fast the root moves and turns from a key to the next.
    fn step(&self, key: usize) -> (f64, f64) {
        let times = [i128::from(self.times[key]), i128::from(self.times[key + 1])];
        sizes(&lagrange::slope(&times, &self.poses[key..key + 2], 0))
    }
}

fn even(times: &[i128]) -> bool {
    let gaps = || times.windows(2).map(|pair| (pair[1] - pair[0]) as f64);
    gaps().fold(0.0, f64::max) <= EVEN * gaps().fold(f64::INFINITY, f64::min)
}

fn minus(a: &RigidTransform, b: &RigidTransform) -> RigidTransform {
    RigidTransform {
        translation: std::array::from_fn(|at| a.translation[at] - b.translation[at]),
        rotation: std::array::from_fn(|at| a.rotation[at] - b.rotation[at]),
    }
}

fn sizes(slope: &RigidTransform) -> (f64, f64) {
    let length = |numbers: &[f64]| numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
    (length(&slope.translation), length(&slope.rotation))
}
