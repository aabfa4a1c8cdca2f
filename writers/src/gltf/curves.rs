//! Makes keys of nodes from curves of components.
//!
//! If the curves of a property share their key times, they become a cubic spline with the same keys. Steps stay steps. All
//! other curves are sampled.

use std::collections::BTreeSet;

use rigmill_codec_gltf::document::Interpolation;
use rigmill_format::{Curve, CurveKey};

use rigmill_math::vector::length;

use super::keys::Keys;
use super::transforms::to_finite_f32;

/// The number of samples per second between keys, for curves whose keys cannot be converted.
const RATE: f64 = 120.0;

/// The maximum number of samples in a channel, not counting samples at keys.
const MAX_SAMPLES: f64 = 1_048_576.0;

/// The tolerance for the unit length of a rotation's key.
const UNIT: f64 = 1e-3;

/// Makes the keys of a property from the curves of its components. Components without a curve have their value in `rest`.
/// Returns `None` if there are no curves.
pub(super) fn keys<const N: usize>(curves: [Option<&Curve>; N], rest: [f32; N]) -> Option<Keys<N>> {
    let given: Vec<&Curve> = curves.into_iter().flatten().collect();
    let first = *given.first()?;
    let share_times = given.iter().all(|curve| same_times(curve, first));
    let is_cubic = share_times && is_ascending(&first.keys) && given.iter().all(|curve| is_smooth(&curve.keys));
    let value = |at: usize, time: f64, side| curves[at].map_or(rest[at], |curve| evaluate(&curve.keys, time, side));
    let values = |time: f64, side| std::array::from_fn(|at| value(at, time, side));
    if is_cubic && first.keys.len() > 1 {
        let spline = spline(curves, rest, &first.keys);
        let is_unit = |value: &[f32; N]| (length(value.map(f64::from)) - 1.0).abs() <= UNIT;
        if N != 4 || spline.values.iter().skip(1).step_by(3).all(is_unit) {
            return Some(spline);
        }
    }
    let steps = given.iter().all(|curve| curve.keys.windows(2).all(|pair| steps(&pair[0], &pair[1])));
    let times = sample_times(&given, if steps { 0.0 } else { RATE });
    let mut sampled = Vec::with_capacity(times.len());
    for time in times {
        let before = time.next_down();
        if !steps && time > 0.0 && given.iter().any(|curve| jumps(&curve.keys, time)) {
            sampled.push((before, values(time.into(), Side::Before)));
        }
        sampled.push((time, values(time.into(), Side::After)));
    }
    let keys = Keys::linear(sampled)?;
    Some(Keys { interpolation: if steps { Interpolation::Step } else { Interpolation::Linear }, ..keys })
}

fn same_times(one: &Curve, other: &Curve) -> bool {
    one.keys.len() == other.keys.len() && one.keys.iter().zip(&other.keys).all(|(a, b)| a.time == b.time)
}

/// Returns whether the times of the keys ascend from at least 0, as glTF requires.
fn is_ascending(keys: &[CurveKey]) -> bool {
    keys.first().is_some_and(|key| key.time >= 0.0) && keys.windows(2).all(|pair| pair[0].time < pair[1].time)
}

/// Returns whether the curve contains no steps.
fn is_smooth(keys: &[CurveKey]) -> bool {
    !keys.windows(2).any(|pair| steps(&pair[0], &pair[1]))
}

fn steps(from: &CurveKey, to: &CurveKey) -> bool {
    from.out_tangent.is_infinite() || to.in_tangent.is_infinite()
}

/// Returns whether the curve jumps at a time.
fn jumps(keys: &[CurveKey], time: f32) -> bool {
    evaluate(keys, time.into(), Side::Before) != evaluate(keys, time.into(), Side::After)
}

fn spline<const N: usize>(curves: [Option<&Curve>; N], rest: [f32; N], times: &[CurveKey]) -> Keys<N> {
    let part = |key: usize, of: fn(&CurveKey) -> f32, rest: [f32; N]| -> [f32; N] {
        std::array::from_fn(|at| {
            let key = curves[at].and_then(|curve| curve.keys.get(key));
            // Outside all segments, a slope may be infinite, and has no effect.
            key.map_or(rest[at], |key| Some(of(key)).filter(|it| it.is_finite()).unwrap_or(0.0))
        })
    };
    let of_key = |key: usize| {
        [
            part(key, |it| it.in_tangent, [0.0; N]),
            part(key, |it| it.value, rest),
            part(key, |it| it.out_tangent, [0.0; N]),
        ]
    };
    Keys {
        times: times.iter().map(|key| key.time).collect(),
        values: (0..times.len()).flat_map(of_key).collect(),
        interpolation: Interpolation::CubicSpline,
    }
}

/// Returns the times of samples: the times of the keys from 0 on, and times between them at `rate` samples per second.
fn sample_times(curves: &[&Curve], rate: f64) -> Vec<f32> {
    // The bits of non-negative numbers have the same order as the numbers.
    let keys = curves.iter().flat_map(|curve| &curve.keys).map(|key| key.time.max(0.0) + 0.0);
    let keys: BTreeSet<u32> = keys.map(f32::to_bits).collect();
    let keys: Vec<f32> = keys.into_iter().map(f32::from_bits).collect();
    let (Some(&first), Some(&last)) = (keys.first(), keys.last()) else { return vec![0.0] };
    let rate = rate.min(MAX_SAMPLES / f64::from(last - first).max(f64::MIN_POSITIVE));
    let mut times = Vec::with_capacity(keys.len());
    for pair in keys.windows(2) {
        let (from, length) = (f64::from(pair[0]), f64::from(pair[1]) - f64::from(pair[0]));
        times.push(pair[0]);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most MAX_SAMPLES")]
        let steps = (length * rate).ceil() as u32;
        times.extend((1..steps).map(|step| to_finite_f32(from + length * f64::from(step) / f64::from(steps))));
    }
    times.push(last);
    times
}

/// One side of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// Evaluates a curve; 0 without keys. Times before the first key or after the last key get the value of this key.
fn evaluate(keys: &[CurveKey], time: f64, side: Side) -> f32 {
    let begun = keys.partition_point(|key| match side {
        Side::Before => f64::from(key.time) < time,
        Side::After => f64::from(key.time) <= time,
    });
    let Some(from) = begun.checked_sub(1).and_then(|at| keys.get(at)) else {
        return keys.first().map_or(0.0, |key| key.value);
    };
    let Some(to) = keys.get(begun).filter(|to| !steps(from, to)) else { return from.value };
    let seconds = f64::from(to.time) - f64::from(from.time);
    let s = (time - f64::from(from.time)) / seconds;
    let weight = s * s * (3.0 - 2.0 * s);
    let leaving = seconds * s * (1.0 - s) * (1.0 - s) * f64::from(from.out_tangent);
    let arriving = -seconds * s * s * (1.0 - s) * f64::from(to.in_tangent);
    to_finite_f32(f64::from(from.value) * (1.0 - weight) + f64::from(to.value) * weight + leaving + arriving)
}

#[cfg(test)]
mod tests {
    use rigmill_format::{Component, WrapMode};

    use super::*;

    fn curve(keys: &[[f32; 4]]) -> Curve {
        let key =
            |&[time, value, in_tangent, out_tangent]: &[f32; 4]| CurveKey { time, value, in_tangent, out_tangent };
        let keys = keys.iter().map(key).collect();
        Curve { component: Component::PositionX, pre: WrapMode::Default, post: WrapMode::Default, keys }
    }

    const STEP: f32 = f32::INFINITY;

    #[test]
    fn keys_are_splines_steps_or_samples() {
        let smooth = [[0.0, 1.0, STEP, 2.0], [1.0, 3.0, 4.0, STEP]];
        let stepped = [[0.0, 1.0, 0.0, STEP], [1.0, 3.0, STEP, 0.0]];
        let cases: [(&[_], &[_], Interpolation); 4] = [
            (&smooth, &smooth, Interpolation::CubicSpline),
            (&stepped, &stepped[..1], Interpolation::Step),
            (&smooth, &stepped, Interpolation::Linear),
            (&smooth, &smooth[..1], Interpolation::Linear),
        ];
        for (x, y, expected) in cases {
            let (x, y) = (curve(x), curve(y));
            let keys = keys([Some(&x), Some(&y), None], [7.0; 3]).unwrap();
            assert_eq!(keys.interpolation, expected);
            assert!(keys.times.windows(2).all(|pair| pair[0] < pair[1]));
            let width = if expected == Interpolation::CubicSpline { 3 } else { 1 };
            assert_eq!(keys.values.len(), keys.times.len() * width);
            for (key, &time) in keys.times.iter().enumerate() {
                let value = keys.values[key * width + width / 2];
                let known = [&x, &y].map(|curve| evaluate(&curve.keys, time.into(), Side::After));
                let off = [known[0], known[1], 7.0].iter().zip(value).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                assert!(off <= 1e-6, "{expected:?} at {time}: {value:?} {known:?}");
            }
        }
        // The old value is valid until the step.
        let (x, y) = (curve(&smooth), curve(&stepped));
        let keys = keys([Some(&x), Some(&y), None], [0.0; 3]).unwrap();
        assert!(keys.times.len() > 100);
        assert_eq!(keys.values.iter().map(|value| value[1]).filter(|value| *value != 1.0).collect::<Vec<_>>(), [3.0]);
    }

    #[test]
    fn odd_curves_make_keys_that_gltf_has() {
        let cases: [&[[f32; 4]]; 5] = [
            &[],
            &[[-2.0, 1.0, 0.0, 0.0], [-1.0, 2.0, 0.0, 0.0]],
            &[[-1.0, 1.0, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0], [1.0, 5.0, 0.0, 0.0]],
            &[[0.0, f32::MAX, 0.0, f32::MAX], [f32::MAX, f32::MIN, f32::MAX, 0.0]],
            &[[0.0, 0.0, 0.0, 0.0], [1e-45, 1.0, 0.0, 0.0], [3e38, 1.0, STEP, 0.0]],
        ];
        for x in cases {
            let (x, y) = (curve(x), curve(&[[0.0, 0.0, 0.0, 0.0]]));
            let keys = keys([Some(&x), Some(&y), None], [0.0; 3]).unwrap();
            assert!(keys.times[0] >= 0.0 && keys.times.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", keys.times);
            assert!(keys.values.iter().flatten().all(|value| value.is_finite()));
        }
    }
}
