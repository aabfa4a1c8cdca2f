//! Curves that are kept as they are in the source: keys in double precision, cut to a clip.

use rigmill_dom::{Curve, CurveKey, CurveWrap};
use rigmill_pipeline::{Code, Diagnostic};
use serde::{Deserialize, Serialize};

/// What to do with a file's curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CurveChoice {
    /// Sample them at the frames of the clips.
    Sample,
    /// Sample them, and also keep them unchanged if curves of single components can express them.
    Keep,
}

/// A key of a cubic Hermite curve. The interpolation of a segment is determined by its earlier key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CubicKey<const N: usize> {
    /// The time in seconds.
    pub(crate) time: f64,
    pub(crate) value: [f64; N],
    /// The slope before the key, per second.
    pub(crate) arriving: [f64; N],
    /// The slope after the key, per second; `None` if the value stays constant until the next key.
    pub(crate) leaving: Option<[f64; N]>,
}

impl<const N: usize> CubicKey<N> {
    /// Creates a key with zero slopes.
    pub(crate) const fn resting(time: f64, value: [f64; N]) -> Self {
        Self { time, value, arriving: [0.0; N], leaving: Some([0.0; N]) }
    }

    /// Applies a linear map to the key.
    pub(crate) fn map(self, map: impl Fn([f64; N]) -> [f64; N]) -> Self {
        let Self { time, value, arriving, leaving } = self;
        Self { time, value: map(value), arriving: map(arriving), leaving: leaving.map(&map) }
    }
}

/// Returns a curve for each component, from the start to the end of `span` in seconds. Times are counted from the start of
/// `span`. Returns `None` if there are no keys, or if a number exceeds the range of single precision.
pub(crate) fn curves<const N: usize>(keys: &[CubicKey<N>], span: [f64; 2]) -> Option<[Curve; N]> {
    let keys = fitted(keys, span)?;
    let curves: Option<Vec<Curve>> = (0..N).map(|component| curve(&keys, component, span[0])).collect();
    curves?.try_into().ok()
}

/// Returns the keys within a span, with a key at either end. This does not change the curve, because a part of a cubic is a
/// cubic. Outside the source's keys, the curve is constant.
fn fitted<const N: usize>(keys: &[CubicKey<N>], [start, end]: [f64; 2]) -> Option<Vec<CubicKey<N>>> {
    let (first, last) = (keys.first()?, keys.last()?);
    let mut within: Vec<_> = keys.iter().filter(|key| (start..=end).contains(&key.time)).copied().collect();
    if within.first().is_none_or(|key| key.time > start) {
        if first.time > start {
            within.iter_mut().take(1).for_each(|key| key.arriving = [0.0; N]);
        }
        within.insert(0, at(keys, start)?);
    }
    if within.last().is_some_and(|key| key.time < end) {
        if last.time < end {
            within.iter_mut().last().into_iter().for_each(|key| key.leaving = key.leaving.map(|_| [0.0; N]));
        }
        within.push(at(keys, end)?);
    }
    Some(within)
}

/// Returns an additional key at a time between the keys, which does not change the curve.
fn at<const N: usize>(keys: &[CubicKey<N>], time: f64) -> Option<CubicKey<N>> {
    let after = keys.partition_point(|key| key.time <= time);
    let Some(before) = after.checked_sub(1).and_then(|before| keys.get(before)) else {
        return keys.first().map(|key| CubicKey::resting(time, key.value));
    };
    let Some(after) = keys.get(after) else { return Some(CubicKey::resting(time, before.value)) };
    let Some(leaving) = before.leaving else {
        return Some(CubicKey { leaving: None, ..CubicKey::resting(time, before.value) });
    };
    let length = after.time - before.time;
    let t = (time - before.time) / length;
    let component = |at| hermite([before.value[at], after.value[at]], [leaving[at], after.arriving[at]], length, t);
    let value = std::array::from_fn(|at| component(at).0);
    let slope = std::array::from_fn(|at| component(at).1);
    Some(CubicKey { time, value, arriving: slope, leaving: Some(slope) })
}

/// Returns the value and the slope per second of a segment with `length` seconds, at the position `t` (0 to 1).
fn hermite([p0, p1]: [f64; 2], [m0, m1]: [f64; 2], length: f64, t: f64) -> (f64, f64) {
    let (m0, m1) = (m0 * length, m1 * length);
    let a = 2.0 * p0 + m0 - 2.0 * p1 + m1;
    let b = -3.0 * p0 - 2.0 * m0 + 3.0 * p1 - m1;
    (((a * t + b) * t + m0) * t + p0, ((3.0 * a * t + 2.0 * b) * t + m0) / length)
}

fn curve<const N: usize>(keys: &[CubicKey<N>], component: usize, start: f64) -> Option<Curve> {
    let mut steps = false;
    let mut made = Vec::with_capacity(keys.len());
    for key in keys {
        let in_tangent = if steps { f32::INFINITY } else { to_f32(key.arriving[component])? };
        let out_tangent = key.leaving.map_or(Some(f32::INFINITY), |leaving| to_f32(leaving[component]))?;
        steps = key.leaving.is_none();
        let (time, value) = (to_f32(key.time - start)?, to_f32(key.value[component])?);
        made.push(CurveKey { time, value, in_tangent, out_tangent });
    }
    Some(Curve { pre: CurveWrap::Default, post: CurveWrap::Default, keys: made })
}

/// Rounds to single precision; `None` out of its range, because an infinite tangent would be a step.
#[expect(clippy::cast_possible_truncation, reason = "curves are in single precision; an overflow is found here")]
fn to_f32(number: f64) -> Option<f32> {
    Some(number as f32).filter(|number| number.is_finite())
}

/// The channels of a file whose curves could not be kept: the first of them, and the number of others.
#[derive(Debug, Default)]
pub(crate) struct Unkept {
    first: Option<String>,
    more: usize,
}

impl Unkept {
    /// Adds a channel whose curves are replaced with one key per frame. `fact` says so, perhaps with the reason.
    pub(crate) fn add(&mut self, fact: impl FnOnce() -> String) {
        match self.first {
            Some(_) => self.more += 1,
            None => self.first = Some(fact()),
        }
    }

    /// Adds the channels of another list.
    #[cfg(feature = "gltf")]
    pub(crate) fn append(&mut self, other: Self) {
        self.more += other.more + usize::from(self.first.is_some() && other.first.is_some());
        self.first = self.first.take().or(other.first);
    }

    /// Returns the warning about the channels, if there are any.
    pub(crate) fn into_warning(self, code: Code) -> Option<Diagnostic> {
        let more = match self.more {
            0 => String::new(),
            1 => " (1 more channel is affected)".to_owned(),
            more => format!(" ({more} more channels are affected)"),
        };
        let fact = format!("{}{more}", self.first?);
        let help = "remove `curves = \"keep\"` if the game does not need curves; otherwise, raise `sample_rate`";
        Some(Diagnostic::warning(code, fact).help(help))
    }
}
