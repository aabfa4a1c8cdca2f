//! [`Frames`]: the times of a clip's frames, and functions that sample the channels of a sequence at these times.

use rigmill_format::KeyFrameSequence;
use rigmill_pipeline::{Diagnostic, ProcessContext, StageError};
use thiserror::Error;

use super::key_times::{KeySpan, KeyTimes, rounding};
use crate::clips::interpolation::{lerp, slerp};
use crate::codes;

/// The maximum number of keys in a clip, in all curves together.
const MAX_KEYS: f64 = 16_777_216.0;

/// The error if sampling would create more keys than a clip may have.
#[derive(Debug, Error)]
#[error(
    "sampling {length} s at {rate} frames per second would create {found} keys, but at most {MAX_KEYS} are allowed"
)]
pub(crate) struct TooManyKeys {
    rate: f64,
    length: f32,
    found: f64,
}

impl TooManyKeys {
    pub(crate) fn report(&self, ctx: &mut ProcessContext<'_>) -> StageError {
        let diagnostic = Diagnostic::error(codes::SAMPLED_KEYS, self.to_string());
        ctx.fail(diagnostic.help("lower `rate`, or split the clip"))
    }
}

/// Returns the number of frames of a clip: one each at 0, 1/rate, 2/rate and so on before its end, and one at its end. If only
/// rounding makes the last interval incomplete, it counts as complete.
pub(crate) fn frame_count(length: f32, rate: f64) -> f64 {
    let length = f64::from(length);
    let intervals = length * rate;
    let whole = intervals.round();
    let is_whole = whole > 0.0 && (whole / rate - length).abs() <= rounding(length);
    1.0 + if is_whole { whole } else { intervals.ceil() }
}

/// The frames of a clip: at 0, 1/rate, 2/rate and so on, with the last frame at the clip's end. Each time is computed from the
/// index of the frame, so rounding errors do not add up.
#[derive(Clone, Copy)]
pub(crate) struct Frames {
    pub(crate) count: u32,
    rate: f64,
    length: f64,
}

impl Frames {
    /// Returns the frames of a clip of `length` seconds, if each frame takes `keys` keys.
    pub(crate) fn new(length: f32, rate: f64, keys: f64) -> Result<Self, TooManyKeys> {
        let frames = frame_count(length, rate);
        let found = frames * keys;
        if found > MAX_KEYS {
            return Err(TooManyKeys { rate, length, found });
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most MAX_KEYS")]
        let count = frames as u32;
        Ok(Self { count, rate, length: f64::from(length) })
    }

    pub(crate) fn times(self) -> impl Iterator<Item = f64> {
        (0..self.count).map(move |frame| match frame + 1 == self.count {
            true => self.length,
            false => f64::from(frame) / self.rate,
        })
    }
}

/// Returns the translation at each frame; `None` if the sequence has no translation keys.
pub(crate) fn translations(sequence: &KeyFrameSequence, frames: Frames) -> Option<Vec<[f32; 3]>> {
    samples(sequence, &sequence.translation, sequence.fixed_translation, frames, lerp)
}

/// Returns the rotation at each frame, with unit length; `None` if the sequence has no rotation keys.
pub(crate) fn rotations(sequence: &KeyFrameSequence, frames: Frames) -> Option<Vec<[f32; 4]>> {
    samples(sequence, &sequence.rotation, sequence.fixed_rotation, frames, slerp)
}

/// Returns the scale at each frame; `None` if the sequence has no scale keys.
pub(crate) fn scales(sequence: &KeyFrameSequence, frames: Frames) -> Option<Vec<[f32; 3]>> {
    samples(sequence, &sequence.scale, sequence.fixed_scale, frames, lerp)
}

fn samples<const N: usize>(
    sequence: &KeyFrameSequence,
    keys: &[[f32; N]],
    fixed: bool,
    frames: Frames,
    between: fn([f32; N], [f32; N], f64) -> [f32; N],
) -> Option<Vec<[f32; N]>> {
    let times = KeyTimes::new(sequence, keys.len());
    let sample = |time| sample(keys, if fixed { KeySpan::FIRST } else { times.span_at(time) }, between);
    frames.times().map(sample).collect()
}

/// Returns the value of a channel between two of its keys; `None` if it has no keys.
pub(super) fn sample<const N: usize>(
    keys: &[[f32; N]],
    span: KeySpan,
    between: fn([f32; N], [f32; N], f64) -> [f32; N],
) -> Option<[f32; N]> {
    let first = *keys.first()?;
    let key = |at: usize| keys.get(at).copied().unwrap_or(first);
    Some(between(key(span.from), key(span.to), span.fraction))
}
