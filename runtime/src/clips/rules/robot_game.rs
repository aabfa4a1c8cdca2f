//! Exactly RobotGame's operations, including its bugs.
//!
//! All arithmetic is in f32, except that the original computes sine and arc cosine in f64. These come from `libm`, so that they
//! are the same on every machine.

use rigmill_format::{KeyFrameSequenceView, PlayMode};
use rigmill_math::matrix::{self, Matrix};
use rigmill_math::quaternion::slerp_xna;
use rigmill_math::vector::lerp;

use super::modulo;
use crate::clips::{KeyFrame, KeyIndex};
use crate::error::PlayError;

/// The local time after handling the end of the clip: held at the end, or wrapped.
///
/// Times before 0 are not changed.
pub(crate) fn bound_time(time: f32, duration: f32, mode: PlayMode) -> Result<f32, PlayError> {
    // Written so that NaN does not count as past the end.
    let past_end = time > duration;
    match mode {
        _ if !past_end => Ok(time),
        PlayMode::Once => Ok(duration),
        PlayMode::Repeat => modulo::by_subtraction(time, duration),
    }
}

/// Finds `time` among the keys.
///
/// The index and the fraction are computed separately and may disagree by one key. From the time of the last key on, the result
/// is the last key alone, even if the clip repeats.
pub(crate) fn key_index(sequence: &KeyFrameSequenceView<'_>, time: f32) -> Result<KeyIndex, PlayError> {
    let last = i32::try_from(sequence.key_count()).unwrap_or(i32::MAX) - 1;
    let first =
        if sequence.has_time() { bisect(sequence.time(), time) } else { truncate(time / sequence.key_interval()) };
    if first >= last {
        return Ok(KeyIndex { first: last, second: last, fraction: 1.0 });
    }
    let second = first + 1;
    let fraction = if sequence.has_time() {
        let (before, after) = (key(sequence.time(), first)?, key(sequence.time(), second)?);
        (time - before) / (after - before)
    } else {
        modulo::by_subtraction(time, sequence.key_interval())? / sequence.key_interval()
    };
    Ok(KeyIndex { first, second, fraction })
}

/// The last key at or before `time`, or the first key for a time before it.
fn bisect(times: &[f32], time: f32) -> i32 {
    let mut start = 0;
    let mut end = times.len().saturating_sub(1);
    if times.get(end).is_some_and(|last| time >= *last) {
        return index_of(end);
    }
    while end.saturating_sub(start) > 1 {
        let middle = start.midpoint(end);
        match times.get(middle) {
            Some(key) if *key < time => start = middle,
            Some(key) if *key > time => end = middle,
            _ => return index_of(middle),
        }
    }
    index_of(start)
}

fn index_of(key: usize) -> i32 {
    i32::try_from(key).unwrap_or(i32::MAX)
}

/// Converts to an integer as C# does: rounds toward zero. Values that do not fit into an `int`, and NaN, give the smallest
/// `int`.
#[expect(clippy::cast_possible_truncation, reason = "the value is within the range")]
fn truncate(value: f32) -> i32 {
    const LIMIT: f32 = 2_147_483_648.0;
    if (-LIMIT..LIMIT).contains(&value) { value as i32 } else { i32::MIN }
}

/// The entry at `index` of a list. Fails like .NET's `List` if there is no such entry.
fn key<T: Copy>(keys: &[T], index: i32) -> Result<T, PlayError> {
    let found = usize::try_from(index).ok().and_then(|index| keys.get(index));
    found.copied().ok_or(PlayError::ArgumentOutOfRange { index, count: keys.len() })
}

/// The channels between the keys of `index`.
pub(crate) fn key_frame(sequence: &KeyFrameSequenceView<'_>, index: &KeyIndex) -> Result<KeyFrame, PlayError> {
    let mut frame = KeyFrame::default();
    if sequence.has_rotation() {
        let keys = sequence.rotation();
        frame.rotation = Some(between(keys, sequence.fixed_rotation(), index, slerp_xna)?);
    }
    if sequence.has_translation() {
        let keys = sequence.translation();
        frame.translation = Some(between(keys, sequence.fixed_translation(), index, lerp)?);
    }
    if sequence.has_scale() {
        let keys = sequence.scale();
        frame.scale = Some(between(keys, sequence.fixed_scale(), index, lerp)?);
    }
    Ok(frame)
}

fn between<T: Copy>(
    keys: &[T],
    fixed: bool,
    index: &KeyIndex,
    interpolate: impl Fn(T, T, f32) -> T,
) -> Result<T, PlayError> {
    if fixed {
        return key(keys, 0);
    }
    Ok(interpolate(key(keys, index.first)?, key(keys, index.second)?, index.fraction))
}

/// The channels of the key at `index`. As in the original, the rotation alone decides whether a channel is constant, even for
/// the other channels.
pub(crate) fn single_key(sequence: &KeyFrameSequenceView<'_>, index: i32) -> Result<KeyFrame, PlayError> {
    let index = if sequence.fixed_rotation() { 0 } else { index };
    let mut frame = KeyFrame::default();
    if sequence.has_rotation() {
        frame.rotation = Some(key(sequence.rotation(), index)?);
    }
    if sequence.has_translation() {
        frame.translation = Some(key(sequence.translation(), index)?);
    }
    if sequence.has_scale() {
        frame.scale = Some(key(sequence.scale(), index)?);
    }
    Ok(frame)
}

/// Interpolates from `a` at 0 to `b` at 1. A channel that only one of them has is used unchanged.
pub(crate) fn blend(a: &KeyFrame, b: &KeyFrame, fraction: f32) -> KeyFrame {
    KeyFrame {
        translation: merge(a.translation, b.translation, |a, b| lerp(a, b, fraction)),
        rotation: merge(a.rotation, b.rotation, |a, b| slerp_xna(a, b, fraction)),
        scale: merge(a.scale, b.scale, |a, b| lerp(a, b, fraction)),
    }
}

fn merge<T>(a: Option<T>, b: Option<T>, both: impl Fn(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(both(a, b)),
        (one, other) => one.or(other),
    }
}

/// Applies rotation, then translation, then scale. So the scale also scales the translation.
pub(crate) fn matrix(frame: &KeyFrame) -> Matrix {
    let mut matrix = frame.rotation.map_or(matrix::IDENTITY, matrix::from_quaternion);
    if let Some(translation) = frame.translation {
        matrix::set_translation(&mut matrix, translation);
    }
    match frame.scale {
        Some(scale) => matrix::multiply(&matrix, &matrix::from_scale(scale)),
        None => matrix,
    }
}
