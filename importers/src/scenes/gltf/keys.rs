//! [`Keys`]: the keys of a channel, with the format's interpolation.

use rigmill_codec_gltf::Accessors;
use rigmill_codec_gltf::document::{Interpolation, Sampler};
use rigmill_dom::Element;

use super::problems::{not_finite, unreadable};
use super::transforms::unit4;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::kept_curves::CubicKey;

/// An arc with a smaller angle, in radians, is a straight line in double precision.
const STRAIGHT: f64 = 1e-6;

/// The rounding error of a key's time, for each second, and at least for one second. Files store times in single precision,
/// often with six decimals.
const KEY_ROUNDING: f64 = 1e-6;

/// Keys in the order of their times.
pub(super) struct Keys<const N: usize> {
    times: Vec<f64>,
    /// A value for each time. Cubic splines have three values per time: in-tangent, value, out-tangent.
    values: Vec<[f64; N]>,
    interpolation: Interpolation,
}

/// Returns the times of a sampler's keys in seconds, ascending.
pub(super) fn times(
    sampler: &Sampler,
    element: &Element,
    accessors: &Accessors<'_>,
    budget: &mut Budget,
) -> Result<Vec<f64>> {
    budget.take_samples(accessors.count(sampler.input)?)?;
    let times: Vec<f64> = accessors.read::<f32, 1>(sampler.input)?.into_iter().map(|[time]| time.into()).collect();
    if !times.iter().all(|time| time.is_finite()) {
        return Err(not_finite(element, "the time of a key"));
    }
    if times.is_empty() || times.windows(2).any(|pair| pair[0] > pair[1]) {
        return Err(unreadable(format!("{element}: a channel has no keys, or its keys are not in ascending order")));
    }
    Ok(times)
}

impl<const N: usize> Keys<N> {
    pub(super) fn read(
        sampler: &Sampler,
        times: Vec<f64>,
        element: &Element,
        accessors: &Accessors<'_>,
        budget: &mut Budget,
    ) -> Result<Self> {
        let interpolation = interpolation(sampler, element)?;
        let values = values(sampler, times.len() * parts(interpolation), element, accessors, budget)?;
        Ok(Self { times, values, interpolation })
    }

    /// Returns the value at a time. Times before the first key or after the last key get the value of this key. If only
    /// rounding separates the time from a key, returns exactly the key's value. A step at this key has already happened, so
    /// that rounding does not delay it by a frame.
    pub(super) fn at(&self, time: f64, blend: impl Fn([f64; N], [f64; N], f64) -> [f64; N]) -> [f64; N] {
        let rounding = KEY_ROUNDING * (1.0 + time.abs());
        let after = self.times.partition_point(|&key| key <= time + rounding);
        let Some(before) = after.checked_sub(1) else { return self.value(0) };
        if after == self.times.len() || self.times[before] >= time - rounding {
            return self.value(before);
        }
        let length = self.times[after] - self.times[before];
        let along = (time - self.times[before]) / length;
        match self.interpolation {
            Interpolation::Step => self.value(before),
            Interpolation::Linear | Interpolation::Unknown => blend(self.value(before), self.value(after), along),
            Interpolation::CubicSpline => self.spline(before, length, along),
        }
    }

    /// Returns the keys of equivalent cubic curves, component by component.
    pub(super) fn cubic(&self) -> Vec<CubicKey<N>> {
        (0..self.times.len()).map(|key| self.cubic_key(key)).collect()
    }

    fn cubic_key(&self, key: usize) -> CubicKey<N> {
        let resting = CubicKey::resting(self.times[key], self.value(key));
        match self.interpolation {
            Interpolation::Step => CubicKey { leaving: None, ..resting },
            Interpolation::Linear | Interpolation::Unknown => {
                CubicKey { arriving: self.slope(key.wrapping_sub(1)), leaving: Some(self.slope(key)), ..resting }
            }
            Interpolation::CubicSpline => {
                CubicKey { arriving: self.values[3 * key], leaving: Some(self.values[3 * key + 2]), ..resting }
            }
        }
    }

    /// Returns the change in value per second from a key to the next; zero if there is no next key.
    fn slope(&self, key: usize) -> [f64; N] {
        let Some([from, to]) = self.times.get(key..).and_then(|times| times.first_chunk()) else { return [0.0; N] };
        let (a, b, length) = (self.value(key), self.value(key + 1), to - from);
        std::array::from_fn(|at| if length > 0.0 { (b[at] - a[at]) / length } else { 0.0 })
    }

    /// Returns whether the value is interpolated linearly, between keys that are not all equal.
    pub(super) fn goes_linearly(&self) -> bool {
        self.interpolation == Interpolation::Linear && self.values.iter().any(|value| *value != self.values[0])
    }

    fn value(&self, key: usize) -> [f64; N] {
        self.values[if self.interpolation == Interpolation::CubicSpline { key * 3 + 1 } else { key }]
    }

    /// Evaluates a Hermite spline (glTF 2.0, appendix C.5). Tangents are per second.
    fn spline(&self, key: usize, length: f64, t: f64) -> [f64; N] {
        let [from, leaving, arriving, to] =
            [3 * key + 1, 3 * key + 2, 3 * key + 3, 3 * key + 4].map(|at| self.values[at]);
        let (t2, t3) = (t * t, t * t * t);
        let [a, b, c, d] =
            [2.0 * t3 - 3.0 * t2 + 1.0, length * (t3 - 2.0 * t2 + t), 3.0 * t2 - 2.0 * t3, length * (t3 - t2)];
        std::array::from_fn(|at| a * from[at] + b * leaving[at] + c * to[at] + d * arriving[at])
    }
}

impl Keys<1> {
    /// Reads the keys of each of the `count` numbers that a sampler stores side by side.
    pub(super) fn read_each(
        sampler: &Sampler,
        count: usize,
        element: &Element,
        accessors: &Accessors<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<Self>> {
        let interpolation = interpolation(sampler, element)?;
        let times = times(sampler, element, accessors, budget)?;
        let wanted = times.len().saturating_mul(parts(interpolation)).saturating_mul(count);
        let values = values(sampler, wanted, element, accessors, budget)?;
        // Each number gets its own copy of the times.
        budget.take_samples(wanted as u64)?;
        let keys = |number: usize| {
            let values = values.iter().skip(number).step_by(count).copied().collect();
            Self { times: times.clone(), values, interpolation }
        };
        Ok((0..count).map(keys).collect())
    }
}

fn interpolation(sampler: &Sampler, element: &Element) -> Result<Interpolation> {
    match sampler.interpolation {
        Interpolation::Unknown => Err(unreadable(format!("{element}: its interpolation is unknown"))),
        known => Ok(known),
    }
}

/// Returns the number of values per key.
const fn parts(interpolation: Interpolation) -> usize {
    if let Interpolation::CubicSpline = interpolation { 3 } else { 1 }
}

/// Reads the values of a sampler, whose number must match.
fn values<const N: usize>(
    sampler: &Sampler,
    wanted: usize,
    element: &Element,
    accessors: &Accessors<'_>,
    budget: &mut Budget,
) -> Result<Vec<[f64; N]>> {
    budget.take_samples(accessors.count(sampler.output)?)?;
    let values = accessors.read::<f32, N>(sampler.output)?;
    if values.len() != wanted {
        let fact = format!("{element}: there are {} values, but the keys need {wanted}", values.len());
        return Err(unreadable(fact));
    }
    let values: Vec<[f64; N]> = values.into_iter().map(|value| value.map(f64::from)).collect();
    let is_finite = values.iter().flatten().all(|number| number.is_finite());
    if is_finite { Ok(values) } else { Err(not_finite(element, "the value of a key")) }
}

/// Interpolates between two rotations on the shorter arc (appendix C.4).
pub(super) fn arc(a: [f64; 4], b: [f64; 4], t: f64) -> [f64; 4] {
    let (Some(a), Some(b)) = (unit4(a), unit4(b)) else { return if t < 0.5 { a } else { b } };
    let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    let angle = libm::acos(dot.abs().min(1.0));
    let (from, to) = match angle {
        angle if angle < STRAIGHT => (1.0 - t, t),
        angle => (libm::sin((1.0 - t) * angle) / libm::sin(angle), libm::sin(t * angle) / libm::sin(angle)),
    };
    std::array::from_fn(|at| from * a[at] + sign * to * b[at])
}
