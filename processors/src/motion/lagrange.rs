//! Polynomials through a few keys: values and slopes.

use rigmill_format::RigidTransform;
use rigmill_format::motion::TICKS_PER_SECOND;
use rigmill_math::quaternion::normalize;

/// Returns the value of the polynomial through the keys at `time` (in ticks), with a normalized rotation.
pub(super) fn value(times: &[u64], poses: &[RigidTransform], time: u64) -> RigidTransform {
    let weight = |key: usize| {
        let factor = |other: &u64| ticks_between(*other, time) / ticks_between(*other, times[key]);
        times.iter().filter(|other| **other != times[key]).map(factor).product()
    };
    let sum = weighted(poses, (0..times.len()).map(weight));
    RigidTransform { rotation: normalize(sum.rotation), ..sum }
}

/// Returns the slope per second of the polynomial through the keys, at the key with index `at`.
pub(super) fn slope(times: &[i128], poses: &[RigidTransform], at: usize) -> RigidTransform {
    let seconds = |from: usize, to: usize| (times[to] - times[from]) as f64 / TICKS_PER_SECOND as f64;
    let others = |key: usize| (0..times.len()).filter(move |other| *other != key);
    let weight = |key: usize| {
        if key == at {
            return others(at).map(|other| 1.0 / seconds(other, at)).sum();
        }
        let over: f64 = others(key).filter(|other| *other != at).map(|other| seconds(other, at)).product();
        over / others(key).map(|other| seconds(other, key)).product::<f64>()
    };
    weighted(poses, (0..times.len()).map(weight))
}

fn ticks_between(from: u64, to: u64) -> f64 {
    to as f64 - from as f64
}

fn weighted(poses: &[RigidTransform], weights: impl Iterator<Item = f64>) -> RigidTransform {
    let mut sum = RigidTransform { translation: [0.0; 3], rotation: [0.0; 4] };
    for (pose, weight) in poses.iter().zip(weights) {
        sum.translation = std::array::from_fn(|at| sum.translation[at] + weight * pose.translation[at]);
        sum.rotation = std::array::from_fn(|at| sum.rotation[at] + weight * pose.rotation[at]);
    }
    sum
}
