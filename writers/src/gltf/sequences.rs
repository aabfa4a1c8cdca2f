//! Tracks of animation sequences, with the keys that the standard rules show.

use rigmill_format::KeyFrameSequence;

use super::between::{arc, line};
use super::keys::{Keys, Track};

/// By how much of the step to it a key may be off the end of its sequence, because intervals and durations were rounded.
const SLACK: f32 = 0.01;

/// The track of a bone. `close_loop` is the clip's.
pub(super) fn track(sequence: &KeyFrameSequence, node: u32, close_loop: bool) -> Track {
    let s = sequence;
    let rotation = s.has_rotation.then(|| keys(s, &s.rotation, s.fixed_rotation, close_loop, arc)).flatten();
    Track {
        node,
        translation: s
            .has_translation
            .then(|| keys(s, &s.translation, s.fixed_translation, close_loop, line))
            .flatten(),
        rotation: rotation.map(Keys::settle),
        scale: s.has_scale.then(|| keys(s, &s.scale, s.fixed_scale, close_loop, line)).flatten(),
    }
}

/// The keys of a channel from 0 to the sequence's duration, beyond which no game looks; `None` where there are none.
fn keys<const N: usize>(
    sequence: &KeyFrameSequence,
    values: &[[f32; N]],
    fixed: bool,
    close_loop: bool,
    between: fn([f32; N], [f32; N], f64) -> [f32; N],
) -> Option<Keys<N>> {
    let first = *values.first()?;
    if fixed || values.len() == 1 {
        return Some(Keys::still(first));
    }
    let keys: Vec<(f32, [f32; N])> = times(sequence).zip(values.iter().copied()).collect();
    let at = |time: f32, [(from, a), (to, b)]: [(f32, [f32; N]); 2]| {
        (time, between(a, b, f64::from(time - from) / f64::from(to - from)))
    };
    let mut shown: Vec<(f32, [f32; N])> = Vec::with_capacity(keys.len() + 1);
    let end = sequence.duration;
    let mut before = None;
    for &key in &keys {
        let step = before.map_or(0.0, |(time, _)| key.0 - time);
        let pair = before.map(|before| [before, key]);
        before = Some(key);
        if key.0 < 0.0 {
            continue;
        }
        if let Some(pair) = pair.filter(|[(from, _), _]| *from < 0.0 && key.0 > 0.0) {
            shown.push(at(0.0, pair));
        }
        if key.0 > end && (!key.0.is_finite() || key.0 - end > SLACK * step) {
            shown.extend(pair.filter(|[(from, _), _]| *from < end).map(|pair| at(end, pair)));
            return Some(Keys::straight(shown).unwrap_or_else(|| Keys::still(first)));
        }
        shown.push(key);
    }
    let last = before?;
    let step = keys.iter().rev().nth(1).map_or(0.0, |(time, _)| last.0 - time);
    if end - last.0 > SLACK * step {
        shown.push((end, if close_loop { first } else { last.1 }));
    }
    Some(Keys::straight(shown).unwrap_or_else(|| Keys::still(last.1)))
}

/// When the keys are, in seconds.
fn times(sequence: &KeyFrameSequence) -> impl Iterator<Item = f32> {
    let interval = sequence.key_interval;
    let listed = sequence.has_time.then_some(sequence.time.as_slice());
    (0..sequence.key_count).map(move |key| match listed {
        Some(times) => times.get(key as usize).copied().unwrap_or(f32::INFINITY),
        None => key as f32 * interval,
    })
}
