//! [`Curve`]: a number that changes over time.

use rigmill_math::to_f32;

use super::document::Object;
use super::records::{Record, Value, first, ints, reals, whole};
use super::unsupported::{malformed, unsupported};
use crate::report::Result;
use crate::scenes::fbx_shared::keys::{Interpolation, Key};
use crate::scenes::fbx_shared::problems::over_limit;

/// The number of FBX time units per second.
pub(super) const TICKS: i64 = 46_186_158_000;

/// The bits of a key's attributes.
mod flags {
    pub(super) const CONSTANT: u32 = 0x2;
    pub(super) const CUBIC: u32 = 0x8;
    /// Used together with `CONSTANT`.
    pub(super) const NEXT: u32 = 0x100;
    pub(super) const TCB: u32 = 0x200;
    pub(super) const USER: u32 = 0x400;
    pub(super) const CLAMP: u32 = 0x1000;
    pub(super) const TIME_INDEPENDENT: u32 = 0x2000;
    pub(super) const CLAMP_PROGRESSIVE: u32 = 0x4000;
    pub(super) const WEIGHTED: u32 = 0x0300_0000;
    pub(super) const WEIGHTED_RIGHT: u32 = 0x0100_0000;
    pub(super) const WEIGHTED_NEXT_LEFT: u32 = 0x0200_0000;
}

/// The default reach of a tangent without a weight, as a fraction of the interval to the next key.
const THIRD: f32 = 0.333_333;

/// A number that changes over time. It is constant before its first key and after its last key.
#[derive(Clone, Debug, Default)]
pub(super) struct Curve {
    keys: Vec<Key>,
}

/// A key as the file stores it.
#[derive(Clone, Copy)]
struct RawKey {
    time: f64,
    value: f64,
    flags: u32,
    data: [f32; 4],
}

impl Curve {
    pub(super) fn new(object: Object<'_>) -> Result<Self> {
        for end in ["Pre-Extrapolation", "Post-Extrapolation"] {
            check_extrapolation(object, end)?;
        }
        let keys = solve(&raw_keys(object.record)?)?;
        let ascending = keys.windows(2).all(|pair| pair[0].time < pair[1].time);
        if !ascending {
            return Err(malformed(format!("the keys of AnimationCurve {} are not in ascending order", object.id)));
        }
        Ok(Self { keys })
    }

    pub(super) fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Returns the number of keys.
    pub(super) fn len(&self) -> u64 {
        self.keys.len() as u64
    }

    /// Returns the times of the first and the last key, in seconds.
    pub(super) fn span(&self) -> Option<[f64; 2]> {
        Some([self.keys.first()?.time, self.keys.last()?.time])
    }

    /// Returns whether the curve has a single value, and no tangent that leads away from it.
    pub(super) fn is_constant(&self) -> bool {
        let flat = |key: &Key| key.interpolation != Interpolation::Cubic || (key.left[1] == 0.0 && key.right[1] == 0.0);
        self.keys.iter().all(|key| key.value == self.keys[0].value && flat(key))
    }

    /// Returns the value at a time in seconds; `default` if there are no keys.
    pub(super) fn at(&self, time: f64, default: f64) -> f64 {
        let next = self.keys.partition_point(|key| key.time <= time);
        match (next.checked_sub(1).map(|before| &self.keys[before]), self.keys.get(next)) {
            (None, None) => default,
            (None, Some(key)) | (Some(key), None) => key.value,
            (Some(before), Some(after)) => between(before, after, time),
        }
    }
}

fn check_extrapolation(object: Object<'_>, end: &str) -> Result<()> {
    let kind = object.record.first_child_by_name(end).and_then(|record| first(record, "Type").and_then(whole));
    match kind {
        Some(kind) if b"AKMR".iter().any(|&letter| i64::from(letter) == kind) => {
            Err(unsupported(format!("AnimationCurve {} keeps changing beyond its keys", object.id)))
        }
        _ => Ok(()),
    }
}

/// The maximum number of keys in a curve: more than an hour at 240 keys per second.
const MAX_KEYS: usize = 1_000_000;

#[expect(clippy::cast_precision_loss, reason = "as times are in the scene: seconds")]
fn raw_keys(record: Record<'_>) -> Result<Vec<RawKey>> {
    let missing = || malformed("a curve lacks a part of its keys");
    let times = match first(record, "KeyTime") {
        Some(Value::ArrI64(times)) => times,
        _ => return Err(missing()),
    };
    if times.len() > MAX_KEYS {
        return Err(over_limit(times.len() as u64, "keys of a curve", MAX_KEYS as u64, "split the take"));
    }
    let values = reals(record, "KeyValueFloat")?.ok_or_else(missing)?;
    let attributes = ints(record, "KeyAttrFlags")?.ok_or_else(missing)?;
    let counts = ints(record, "KeyAttrRefCount")?.ok_or_else(missing)?;
    let data: Vec<f32> = match first(record, "KeyAttrDataFloat") {
        Some(Value::ArrF32(data)) => data.clone(),
        Some(Value::ArrI32(data)) => data.iter().map(|&bits| f32::from_bits(bits.cast_unsigned())).collect(),
        _ => return Err(missing()),
    };
    if times.len() != values.len() || attributes.len() != counts.len() || data.len() != counts.len() * 4 {
        return Err(malformed("the lists of a curve's keys have different lengths"));
    }
    let (groups, _) = data.as_chunks::<4>();
    let mut keys = Vec::with_capacity(times.len());
    let mut pairs = times.iter().zip(values.iter().copied());
    for ((&bits, &count), &data) in attributes.iter().zip(counts).zip(groups) {
        let count = usize::try_from(count).ok().filter(|&count| count > 0);
        let count = count.ok_or_else(|| malformed("attributes of a curve belong to no key"))?;
        let flags = bits.cast_unsigned();
        keys.extend(pairs.by_ref().take(count).map(|(&time, value)| RawKey {
            time: time as f64 / TICKS as f64,
            value,
            flags,
            data,
        }));
    }
    if keys.len() == times.len() { Ok(keys) } else { Err(malformed("keys of a curve have no attributes")) }
}

/// Computes the tangents of each key.
fn solve(raw: &[RawKey]) -> Result<Vec<Key>> {
    let mut keys = Vec::with_capacity(raw.len());
    let mut slope_left = 0.0_f32;
    let mut weight_left = THIRD;
    for (at, key) in raw.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| &raw[at]);
        let after = raw.get(at + 1);
        let mut right = Tangents::new(key);
        let interpolation = if key.flags & flags::CONSTANT != 0 {
            right = Tangents::default();
            let next = key.flags & flags::NEXT != 0;
            if next { Interpolation::ConstantNext } else { Interpolation::ConstantPrevious }
        } else if key.flags & flags::CUBIC != 0 {
            if key.flags & flags::TCB != 0 {
                return Err(unsupported("a curve has keys with tension, continuity and bias"));
            }
            if key.flags & flags::USER == 0 {
                let weights = [weight_left, right.weight];
                [slope_left, right.slope] = automatic(before, key, after, [slope_left, right.slope], weights);
            }
            Interpolation::Cubic
        } else {
            let slope = after.map_or(0.0, |after| to_f32((after.value - key.value) / (after.time - key.time)));
            right = Tangents { slope, next_slope: slope, ..Tangents::default() };
            Interpolation::Linear
        };
        let reach = |other: Option<&RawKey>, weight: f32, slope: f32| {
            let dx = other.map_or(0.0, |other| to_f32(f64::from(weight) * (other.time - key.time).abs()));
            [dx, dx * slope]
        };
        keys.push(Key {
            time: key.time,
            value: key.value,
            interpolation,
            left: reach(before, weight_left, slope_left),
            right: reach(after, right.weight, right.slope),
        });
        (slope_left, weight_left) = (right.next_slope, right.next_weight);
    }
    Ok(keys)
}

/// The tangents to the right of a key and to the left of the next key.
struct Tangents {
    slope: f32,
    weight: f32,
    next_slope: f32,
    next_weight: f32,
}

impl Default for Tangents {
    fn default() -> Self {
        Self { slope: 0.0, weight: THIRD, next_slope: 0.0, next_weight: THIRD }
    }
}

impl Tangents {
    fn new(key: &RawKey) -> Self {
        let [slope, next_slope, weights, _] = key.data;
        let mut tangents = Self { slope, next_slope, ..Self::default() };
        if key.flags & flags::WEIGHTED != 0 {
            // Two decimal fractions with 16 bits each.
            let bits = weights.to_bits();
            let weight = |bits: u32| f32::from(u16::try_from(bits & 0xffff).unwrap_or(0)) * 0.0001;
            if key.flags & flags::WEIGHTED_RIGHT != 0 {
                tangents.weight = weight(bits);
            }
            if key.flags & flags::WEIGHTED_NEXT_LEFT != 0 {
                tangents.next_weight = weight(bits >> 16);
            }
        }
        tangents
    }
}

/// Computes the slopes of a key whose tangents follow from its neighbours. The values in the file are biases in this case.
fn automatic(
    before: Option<&RawKey>,
    key: &RawKey,
    after: Option<&RawKey>,
    [left, right]: [f32; 2],
    weights: [f32; 2],
) -> [f32; 2] {
    match (before, after) {
        (Some(before), Some(after)) if (left + right).abs() <= 0.0001 => {
            [inner_slope(before, key, after, right, weights); 2]
        }
        (Some(before), Some(after)) => [-left, right].map(|bias| inner_slope(before, key, after, bias, weights)),
        (Some(other), None) => [outer_slope(key, other, -left); 2],
        (None, Some(other)) => [outer_slope(key, other, right); 2],
        (None, None) => [0.0; 2],
    }
}

fn slope(a: &RawKey, b: &RawKey) -> f64 {
    (b.value - a.value) / (b.time - a.time)
}

/// Returns the additional effect of a bias above 500.
fn strong_bias(bias: f64, sign: f64) -> f64 {
    let beyond = bias.abs() / 100.0 - 5.0;
    if beyond > 0.0 { beyond * beyond * 40.0 * if sign > 0.0 { 1.0 } else { -1.0 } } else { 0.0 }
}

fn outer_slope(key: &RawKey, other: &RawKey, bias: f32) -> f32 {
    let clamped = key.flags & flags::CLAMP != 0 && key.value == other.value;
    if key.flags & flags::CLAMP_PROGRESSIVE != 0 || clamped {
        return 0.0;
    }
    let independent = key.flags & flags::TIME_INDEPENDENT != 0;
    let bias = f64::from(bias);
    to_f32(slope(key, other) + if independent { 0.0 } else { strong_bias(bias, bias) })
}

fn inner_slope(before: &RawKey, key: &RawKey, after: &RawKey, bias: f32, weights: [f32; 2]) -> f32 {
    if key.flags & flags::CLAMP != 0 && (before.value == key.value || after.value == key.value) {
        return 0.0;
    }
    let mut found = slope(before, after);
    if key.flags & flags::TIME_INDEPENDENT == 0 {
        let (left, right) = (slope(before, key), slope(key, after));
        let part = (key.time - before.time) / (after.time - before.time);
        found = found * 0.5 + (left * (1.0 - part) + right * part) * 0.5;
        let bias = f64::from(bias);
        let weight = bias.abs() / 100.0;
        if weight > 0.0001 {
            let target = if bias > 0.0 { right } else { left };
            let delta = target - found;
            found = found * (1.0 - weight) + target * weight;
            found += strong_bias(bias, if delta.abs() > 0.00001 { delta } else { bias });
        }
    }
    if key.flags & flags::CLAMP_PROGRESSIVE != 0 {
        let sign = if found >= 0.0 { 1.0 } else { -1.0 };
        let most = |rise: f64, reach: f64| if reach > 0.0 { (sign * rise / reach).max(0.0) } else { 0.0 };
        let left = most(key.value - before.value, f64::from(weights[0]) * (key.time - before.time));
        let right = most(after.value - key.value, f64::from(weights[1]) * (after.time - key.time));
        found = sign * (sign * found).min(left).min(right);
    }
    to_f32(found)
}

fn between(before: &Key, after: &Key, time: f64) -> f64 {
    if before.time == time {
        return before.value;
    }
    let length = after.time - before.time;
    let t = (time - before.time) / length;
    match before.interpolation {
        Interpolation::ConstantPrevious => before.value,
        Interpolation::ConstantNext => after.value,
        Interpolation::Linear => before.value * (1.0 - t) + after.value * t,
        Interpolation::Cubic => {
            let x = [f64::from(before.right[0]) / length, 1.0 - f64::from(after.left[0]) / length];
            let y = [before.value + f64::from(before.right[1]), after.value - f64::from(after.left[1])];
            let t = parameter(x, t);
            let u = 1.0 - t;
            u * u * u * before.value + 3.0 * (u * u * t * y[0] + u * t * t * y[1]) + t * t * t * after.value
        }
    }
}

/// Finds the parameter at which a cubic from 0 to 1 with the inner control points `p` and `q` has the value `x`, with Newton's
/// method.
fn parameter([p, q]: [f64; 2], x: f64) -> f64 {
    let [a, b, c] = [3.0 * p - 3.0 * q + 1.0, 3.0 * q - 6.0 * p, 3.0 * p];
    let mut t = x;
    for step in 0..11 {
        let error = ((a * t + b) * t + c) * t - x;
        t -= error / ((3.0 * a * t + 2.0 * b) * t + c);
        if step >= 2 && error.abs() <= 4.0 * f64::EPSILON {
            break;
        }
    }
    t
}
