//! Clips sampled at the frames of a rate.

use rigmill_format::{AnimationSequence, Component, Curve, CurveTrack, KeyFrameSequence, SampledClip, WrapMode};
use thiserror::Error;

use super::bones::Bones;
use super::key_times::{KeyTimes, Place, rounding};
use super::tangents::smooth;
use crate::animation::{lerp, slerp};

/// How many keys a clip may have, all curves together.
const MOST_KEYS: f64 = 16_777_216.0;
/// Curves of a bone.
pub(super) const CURVES: u8 = 7;

/// Sampling would make more keys than a clip may have.
#[derive(Debug, Error)]
#[error("{rate} frames a second over {length} s make {found} keys, at most {MOST_KEYS} are allowed")]
pub(crate) struct TooManyKeys {
    rate: f64,
    length: f32,
    found: f64,
}

/// How many frames a clip has: those at 0, 1/rate, 2/rate … that are before its end, and one at its end. A last interval
/// that is one but for rounding is whole.
pub(super) fn frame_count(length: f32, rate: f64) -> f64 {
    let length = f64::from(length);
    let intervals = length * rate;
    let whole = intervals.round();
    let is_whole = whole > 0.0 && (whole / rate - length).abs() <= rounding(length);
    1.0 + if is_whole { whole } else { intervals.ceil() }
}

/// The clip with a key a frame, for each bone that it moves.
pub(super) fn sample(clip: &AnimationSequence, bones: &Bones<'_>, rate: f64) -> Result<SampledClip, TooManyKeys> {
    let length = clip.duration;
    let frames = Frames::of(length, rate, f64::from(CURVES) * clip.sequences.len().max(1) as f64)?;
    let times: Vec<f32> = frames.times().map(narrow).collect();
    let track = |sequence| track(sequence, bones, frames, &times);
    let tracks = clip.sequences.iter().map(track).collect();
    Ok(SampledClip { length, frame_rate: narrow(rate), tracks, ..SampledClip::default() })
}

/// The frames of a clip: at 0, 1/rate, 2/rate …, and the last at its end. Each time is computed from the frame's number, so no
/// rounding adds up.
#[derive(Clone, Copy)]
pub(crate) struct Frames {
    pub(crate) count: u32,
    rate: f64,
    length: f64,
}

impl Frames {
    /// The frames of so many seconds at a rate, where each of them takes `keys` numbers.
    pub(crate) fn of(length: f32, rate: f64, keys: f64) -> Result<Self, TooManyKeys> {
        let frames = frame_count(length, rate);
        let found = frames * keys;
        if found > MOST_KEYS {
            return Err(TooManyKeys { rate, length, found });
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most MOST_KEYS")]
        let count = frames as u32;
        Ok(Self { count, rate, length: f64::from(length) })
    }

    fn times(self) -> impl Iterator<Item = f64> {
        (0..self.count).map(move |frame| match frame + 1 == self.count {
            true => self.length,
            false => f64::from(frame) / self.rate,
        })
    }
}

fn track(sequence: &KeyFrameSequence, bones: &Bones<'_>, frames: Frames, times: &[f32]) -> CurveTrack {
    let bone = &sequence.bone_name;
    let bind = bones.bind(bone);
    let position = if sequence.has_translation {
        translations(sequence, frames)
    } else {
        bind.map(|bind| vec![bind.translation; times.len()])
    };
    let rotation = if sequence.has_rotation {
        rotations(sequence, frames)
    } else {
        bind.map(|bind| vec![slerp(bind.rotation, bind.rotation, 0.0); times.len()])
    };
    let mut curves = Vec::with_capacity(7);
    push_curves(&mut curves, &Component::ALL[..3], times, position.as_deref());
    push_curves(&mut curves, &Component::ALL[3..7], times, rotation.map(continuous).as_deref());
    CurveTrack { path: bones.path(bone), curves }
}

fn push_curves<const N: usize>(
    curves: &mut Vec<Curve>,
    components: &[Component],
    times: &[f32],
    samples: Option<&[[f32; N]]>,
) {
    let Some(samples) = samples else { return };
    for (at, &component) in components.iter().enumerate() {
        let keys = smooth(times, samples.iter().map(|sample| sample[at]));
        curves.push(Curve { component, pre: WrapMode::ClampForever, post: WrapMode::ClampForever, keys });
    }
}

/// The translation at each frame; none where it has no keys.
pub(crate) fn translations(sequence: &KeyFrameSequence, frames: Frames) -> Option<Vec<[f32; 3]>> {
    samples(sequence, &sequence.translation, sequence.fixed_translation, frames, lerp)
}

/// The rotation at each frame, of unit length; none where it has no keys.
pub(crate) fn rotations(sequence: &KeyFrameSequence, frames: Frames) -> Option<Vec<[f32; 4]>> {
    samples(sequence, &sequence.rotation, sequence.fixed_rotation, frames, slerp)
}

/// The scale at each frame; none where it has no keys.
pub(crate) fn scales(sequence: &KeyFrameSequence, frames: Frames) -> Option<Vec<[f32; 3]>> {
    samples(sequence, &sequence.scale, sequence.fixed_scale, frames, lerp)
}

/// Where a fixed channel is at any time.
const FIRST: Place = Place { from: 0, to: 0, fraction: 0.0 };

/// A channel at each frame; none where it has no keys.
fn samples<const N: usize>(
    sequence: &KeyFrameSequence,
    keys: &[[f32; N]],
    fixed: bool,
    frames: Frames,
    between: fn([f32; N], [f32; N], f64) -> [f32; N],
) -> Option<Vec<[f32; N]>> {
    let first = *keys.first()?;
    let times = KeyTimes::of(sequence, keys.len());
    let key = |at: usize| keys.get(at).copied().unwrap_or(first);
    let sample = |time| {
        let Place { from, to, fraction } = if fixed { FIRST } else { times.place(time) };
        between(key(from), key(to), fraction)
    };
    Some(frames.times().map(sample).collect())
}

/// Each rotation on the side of the one before it. Components are interpolated one by one, and between a quaternion and one
/// on the other side they would go through zero.
pub(crate) fn continuous(mut rotations: Vec<[f32; 4]>) -> Vec<[f32; 4]> {
    for index in 1..rotations.len() {
        let before = rotations[index - 1];
        let dot: f32 = before.iter().zip(rotations[index]).map(|(a, b)| a * b).sum();
        if dot < 0.0 {
            rotations[index] = rotations[index].map(|component| -component);
        }
    }
    rotations
}

#[expect(clippy::cast_possible_truncation, reason = "keys are f32")]
fn narrow(value: f64) -> f32 {
    value as f32
}
