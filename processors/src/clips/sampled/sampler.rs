//! Samples clips at a frame rate.

use rigmill_format::{AnimationSequence, CurveTrack, KeyFrameSequence, SampledClip, WrapMode};
use rigmill_math::to_f32;

use crate::clips::curves::{POSITION, ROTATION, smooth_curves};
use crate::clips::frames::{Frames, TooManyKeys, rotations, translations};
use crate::clips::interpolation::{continuous, normalize};
use crate::skeletons::BonePaths;

/// The number of curves per bone.
pub(super) const CURVES: u8 = 7;

/// Returns the clip with one key per frame for each bone that it moves.
pub(super) fn sample(clip: &AnimationSequence, bones: &BonePaths<'_>, rate: f64) -> Result<SampledClip, TooManyKeys> {
    let length = clip.duration;
    let frames = Frames::new(length, rate, f64::from(CURVES) * clip.sequences.len().max(1) as f64)?;
    let times: Vec<f32> = frames.times().map(to_f32).collect();
    let track = |sequence| track(sequence, bones, frames, &times);
    let tracks = clip.sequences.iter().map(track).collect();
    Ok(SampledClip { length, frame_rate: to_f32(rate), tracks, ..SampledClip::default() })
}

fn track(sequence: &KeyFrameSequence, bones: &BonePaths<'_>, frames: Frames, times: &[f32]) -> CurveTrack {
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
        bind.map(|bind| vec![normalize(bind.rotation); times.len()])
    };
    let position = position.into_iter().flat_map(|keys| smooth_curves(POSITION, times, &keys, WrapMode::ClampForever));
    let rotation = rotation.map(continuous).into_iter();
    let rotation = rotation.flat_map(|keys| smooth_curves(ROTATION, times, &keys, WrapMode::ClampForever));
    CurveTrack { path: bones.path(bone), curves: position.chain(rotation).collect() }
}
