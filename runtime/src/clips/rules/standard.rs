//! The behaviour that RobotGame's authors intended. Nothing here can fail.

use rigmill_format::{KeyFrameSequenceView, PlayMode, Transform};
use rigmill_math::quaternion::{interpolate, normalize_in_f64};
use rigmill_math::vector::lerp;

use crate::clips::{KeyFrame, KeyIndex};

/// The local time within the clip's duration: clamped, or wrapped if the clip repeats. A time equal to the duration is not
/// wrapped.
#[inline]
pub(crate) fn bound_time(time: f32, duration: f32, mode: PlayMode) -> f32 {
    match mode {
        PlayMode::Once => time.min(duration).max(0.0),
        PlayMode::Repeat if (0.0..=duration).contains(&time) => time,
        PlayMode::Repeat => wrap(time, duration),
    }
}

/// `time` modulo `duration`, at least 0 and below `duration`; 0 if this is undefined.
fn wrap(time: f32, duration: f32) -> f32 {
    let wrapped = time.rem_euclid(duration);
    // A time just below 0 can round up to the duration, and an infinite time gives NaN.
    if wrapped < duration { wrapped } else { 0.0 }
}

/// Finds `time` among the keys: the first key for a time before it, the last key for a time after it. Index and fraction come
/// from the same value.
pub(crate) fn key_index(sequence: &KeyFrameSequenceView<'_>, time: f32, mode: PlayMode) -> KeyIndex {
    // Turns NaN into 0.
    let time = time.max(0.0);
    let found = if sequence.has_time() { among_times(sequence, time) } else { among_intervals(sequence, time) };
    found.unwrap_or_else(|last_time| tail(sequence, time, last_time, mode))
}

/// The last key of the sequence.
fn last_key(sequence: &KeyFrameSequenceView<'_>) -> i32 {
    i32::try_from(sequence.key_count()).unwrap_or(i32::MAX) - 1
}

/// The keys around `time`, or `Err` with the time of the last key if `time` is not before it.
fn among_times(sequence: &KeyFrameSequenceView<'_>, time: f32) -> Result<KeyIndex, f32> {
    let times = sequence.time();
    let after = times.partition_point(|key| *key <= time).max(1);
    let (Some(before_time), Some(after_time)) = (times.get(after - 1), times.get(after)) else {
        return Err(times.last().copied().unwrap_or(0.0));
    };
    let second = i32::try_from(after).unwrap_or(i32::MAX);
    let fraction = unit((time - before_time) / (after_time - before_time));
    Ok(KeyIndex { first: second - 1, second, fraction })
}

/// Like [`among_times`], for keys at even intervals.
fn among_intervals(sequence: &KeyFrameSequenceView<'_>, time: f32) -> Result<KeyIndex, f32> {
    let last = last_key(sequence);
    let steps = time / sequence.key_interval();
    let whole = steps.floor();
    #[expect(clippy::cast_possible_truncation, reason = "a whole number; saturates beyond the last key")]
    let first = whole as i32;
    // A sequence of one key needs no interval, so the result of the division may be anything.
    if last == 0 || first >= last {
        return Err(product(last, sequence.key_interval()));
    }
    Ok(KeyIndex { first, second: first + 1, fraction: steps - whole })
}

fn product(key: i32, interval: f32) -> f32 {
    if key == 0 { 0.0 } else { key as f32 * interval }
}

/// From the last key on: holds the last key, or interpolates towards the first key if the clip closes its loop.
fn tail(sequence: &KeyFrameSequenceView<'_>, time: f32, last_time: f32, mode: PlayMode) -> KeyIndex {
    let last = last_key(sequence);
    let rest = sequence.duration() - last_time;
    if mode == PlayMode::Repeat && sequence.close_loop() && rest > 0.0 {
        return KeyIndex { first: last, second: 0, fraction: unit((time - last_time) / rest) };
    }
    KeyIndex { first: last, second: last, fraction: 1.0 }
}

/// Clamps a fraction to the range 0 to 1. NaN gives 0.
#[inline]
#[expect(clippy::manual_clamp, reason = "clamp would keep NaN")]
pub(crate) fn unit(fraction: f32) -> f32 {
    fraction.max(0.0).min(1.0)
}

/// The channels between the keys of `index`, with normalized rotations.
pub(crate) fn key_frame(sequence: &KeyFrameSequenceView<'_>, index: &KeyIndex) -> KeyFrame {
    let s = sequence;
    let rotation = channel(s.has_rotation(), s.fixed_rotation(), s.rotation(), index, interpolate);
    KeyFrame {
        translation: channel(s.has_translation(), s.fixed_translation(), s.translation(), index, lerp),
        rotation: rotation.map(normalize_in_f64),
        scale: channel(s.has_scale(), s.fixed_scale(), s.scale(), index, lerp),
    }
}

fn channel<T: Copy>(
    has: bool,
    fixed: bool,
    keys: &[T],
    index: &KeyIndex,
    between: impl Fn(T, T, f32) -> T,
) -> Option<T> {
    if !has {
        return None;
    }
    let key = |number: i32| keys.get(usize::try_from(number).ok()?).copied();
    if fixed || index.first == index.second {
        return key(if fixed { 0 } else { index.first });
    }
    Some(between(key(index.first)?, key(index.second)?, index.fraction))
}

/// The channels of the key at `index`. Each channel's own flag decides whether the channel is constant. `None` for a key that
/// the sequence does not have.
pub(crate) fn single_key(sequence: &KeyFrameSequenceView<'_>, index: i32) -> Option<KeyFrame> {
    if !(0..=last_key(sequence)).contains(&index) {
        return None;
    }
    Some(key_frame(sequence, &KeyIndex { first: index, second: index, fraction: 1.0 }))
}

/// Interpolates from `a` at 0 to `b` at 1.
#[inline]
pub(crate) fn blend(a: &Transform, b: &Transform, fraction: f32) -> Transform {
    Transform {
        translation: lerp(a.translation, b.translation, fraction),
        rotation: interpolate(a.rotation, b.rotation, fraction),
        scale: lerp(a.scale, b.scale, fraction),
    }
}
