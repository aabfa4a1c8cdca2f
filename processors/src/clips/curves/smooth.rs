//! Curves through samples, with the tangents that Unity's `AnimationCurve.AddKey(time, value)` sets.

use rigmill_format::{Component, Curve, CurveKey, WrapMode};

use super::values::to_tangent;

/// Returns a curve with smooth tangents for each component of the samples; no curves if there are no samples.
pub(crate) fn smooth_curves<const N: usize>(
    components: &[Component],
    times: &[f32],
    samples: &[[f32; N]],
    wrap: WrapMode,
) -> Vec<Curve> {
    let components = components.iter().enumerate().filter(|_| !samples.is_empty());
    let curve = |(at, &component)| {
        let keys = smooth(times, samples.iter().map(|sample: &[f32; N]| sample[at]));
        Curve { component, pre: wrap, post: wrap, keys }
    };
    components.map(curve).collect()
}

/// The largest ratio of two intervals that count as even.
const EVEN: f64 = 1.05;

/// Creates keys with smooth tangents, as `SmoothTangents(index, 0)` computes them: the mean of the slopes from the previous key
/// and to the next key. The first and last keys use their only slope, and a single key is flat.
///
/// If the two intervals differ, such as at a shorter last interval, the slopes are weighted by their lengths. Otherwise, a fast
/// change in a short interval would make the curve overshoot in the long interval, by many times the change.
fn smooth(times: &[f32], values: impl Iterator<Item = f32>) -> Vec<CurveKey> {
    let key = |(&time, value)| CurveKey { time, value, in_tangent: 0.0, out_tangent: 0.0 };
    let mut keys: Vec<CurveKey> = times.iter().zip(values).map(key).collect();
    let slopes: Vec<f64> = keys.windows(2).map(|pair| slope(&pair[0], &pair[1])).collect();
    let across: Vec<Option<f64>> = keys.windows(3).map(|three| uneven_slope(&three[0], &three[1], &three[2])).collect();
    for (index, key) in keys.iter_mut().enumerate() {
        let before = index.checked_sub(1).and_then(|index| slopes.get(index));
        let tangent = match (before, slopes.get(index)) {
            (Some(before), Some(after)) => across[index - 1].unwrap_or((before + after) / 2.0),
            (Some(only), None) | (None, Some(only)) => *only,
            (None, None) => 0.0,
        };
        (key.in_tangent, key.out_tangent) = (to_tangent(tangent), to_tangent(tangent));
    }
    keys
}

/// Returns the change in value per second; 0 if no time passes.
fn slope(from: &CurveKey, to: &CurveKey) -> f64 {
    let seconds = f64::from(to.time) - f64::from(from.time);
    if seconds > 0.0 { (f64::from(to.value) - f64::from(from.value)) / seconds } else { 0.0 }
}

/// Returns the slope from the first to the last of three keys, if the intervals between them are uneven.
fn uneven_slope(first: &CurveKey, middle: &CurveKey, last: &CurveKey) -> Option<f64> {
    let [before, after] = [(first, middle), (middle, last)].map(|(a, b)| f64::from(b.time) - f64::from(a.time));
    (before.max(after) > EVEN * before.min(after)).then(|| slope(first, last))
}
