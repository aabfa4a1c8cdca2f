//! [`track`]: the keys of a bone in a clip, for curves.

use rigmill_format::{Component, CurveClip, CurveTrack, KeyFrameSequenceView, SampledClip, Transform};
use rigmill_runtime::PlayMode;
use rigmill_runtime::clips::{Clip, ClipContent};
use rigmill_runtime::content::{AlignedBytes, AnimationSequence, ContentType, MakeError, Skeleton};
use serde::Serialize;

use super::error::{AskError, check_limit};
use super::poser::Poser;
use super::repertoire::Repertoire;
use super::stock::Stock;
use crate::content::{CurveClipFile, SampledClipFile};

/// The maximum number of keys in a response.
const MAX_KEYS: usize = 200_000;

/// The curves of a bone.
#[derive(Debug, Serialize)]
pub(crate) struct TrackFacts {
    /// The indices of the bones that the clip moves.
    moved: Vec<usize>,
    /// `keys` if the stored keys are returned, or `frames` if they are sampled.
    of: &'static str,
    curves: Vec<CurveFacts>,
}

/// One component of a bone's transform over time.
#[derive(Debug, Default, Serialize)]
pub(crate) struct CurveFacts {
    /// The component, such as `rotation-w`.
    component: &'static str,
    /// The times of the keys, in seconds.
    times: Vec<f32>,
    values: Vec<f32>,
    /// The slopes per second before and after each key; null where the curve steps. Empty if the curve is linear between keys.
    tangents: Vec<[f32; 2]>,
}

/// Returns the keys of a bone as the clip stores them. For a uniform or compressed clip, returns sampled frames.
pub(crate) fn track(
    stock: Stock<'_>,
    repertoire: &mut Repertoire,
    name: &str,
    bone: usize,
) -> Result<TrackFacts, AskError> {
    let clip = repertoire.clip(stock, name)?;
    let skeleton = repertoire.skeleton.clone();
    let view = skeleton.view();
    let found = view.bone(bone).ok_or(AskError::Senseless("the skeleton has no such bone"))?;
    let stored = stored_curves(stock, name, found.name())?;
    let (of, curves) = match stored {
        Some(curves) => ("keys", curves),
        None => ("frames", frames(&skeleton, &clip, bone)?),
    };
    check_limit("keys", curves.iter().map(|curve| curve.times.len()).sum(), MAX_KEYS)?;
    Ok(TrackFacts { moved: clip.moved_bones().to_vec(), of, curves })
}

/// Returns the curves of a bone by its name; `None` for clips that store whole poses, and for trials.
fn stored_curves(stock: Stock<'_>, clip: &str, bone: &str) -> Result<Option<Vec<CurveFacts>>, AskError> {
    let content = stock.content;
    let of_tracks = |tracks: &[CurveTrack]| {
        let track = tracks.iter().find(|track| track.path.rsplit('/').next() == Some(bone));
        track.map_or_else(Vec::new, curves_of)
    };
    let of_sequences = |clip: &AnimationSequence| {
        let view = clip.view();
        let keys = view.find(bone).and_then(|number| view.sequence(number));
        keys.map_or_else(Vec::new, |keys| keys_of(&keys))
    };
    if let Some(source) = stock.named_source(clip)? {
        return Ok(Some(of_sequences(&source)));
    }
    Ok(match content.content_type(clip) {
        Some(ContentType::CurveClip) => {
            Some(of_tracks(&decoded::<CurveClip>(&content.load::<CurveClipFile>(clip)?.0)?.tracks))
        }
        Some(ContentType::SampledClip) => {
            Some(of_tracks(&decoded::<SampledClip>(&content.load::<SampledClipFile>(clip)?.0)?.tracks))
        }
        Some(ContentType::AnimationSequence) => match ClipContent::load(content, clip)? {
            ClipContent::Sequence(clip) => Some(of_sequences(&clip)),
            _ => None,
        },
        _ => None,
    })
}

fn curves_of(track: &CurveTrack) -> Vec<CurveFacts> {
    let curve = |curve: &rigmill_format::Curve| CurveFacts {
        component: curve.component.name(),
        times: curve.keys.iter().map(|key| key.time).collect(),
        values: curve.keys.iter().map(|key| key.value).collect(),
        tangents: curve.keys.iter().map(|key| [key.in_tangent, key.out_tangent]).collect(),
    };
    track.curves.iter().map(curve).collect()
}

fn keys_of(keys: &KeyFrameSequenceView<'_>) -> Vec<CurveFacts> {
    let (translation, rotation, scale) = (keys.translation(), keys.rotation(), keys.scale());
    let time = |key: usize| match keys.time().get(key) {
        Some(time) if keys.has_time() => *time,
        _ => key as f32 * keys.key_interval(),
    };
    let mut curves = Vec::new();
    if keys.has_translation() {
        curves.extend(straight(&Component::ALL[..3], translation, time));
    }
    if keys.has_rotation() {
        curves.extend(straight(&Component::ALL[3..7], rotation, time));
    }
    if keys.has_scale() {
        curves.extend(straight(&Component::ALL[7..], scale, time));
    }
    curves
}

/// Samples the frames of a bone in a clip with a rate.
fn frames(skeleton: &Skeleton, clip: &Clip, bone: usize) -> Result<Vec<CurveFacts>, AskError> {
    let times = frame_times(clip);
    check_limit("keys", times.len(), MAX_KEYS / Component::ALL.len())?;
    let mut poser = Poser::new(skeleton, clip.clone())?;
    let mut poses = Vec::with_capacity(times.len());
    for time in &times {
        let pose = poser.local(*time, PlayMode::Once)?;
        poses.push(pose.get(bone / 8).map_or(Transform::IDENTITY, |block| block.transform(bone)));
    }
    let time = |frame: usize| times.get(frame).copied().unwrap_or_default();
    let [translations, scales] = [|pose: &Transform| pose.translation, |pose: &Transform| pose.scale]
        .map(|of| poses.iter().map(of).collect::<Vec<_>>());
    let rotations: Vec<_> = poses.iter().map(|pose| pose.rotation).collect();
    let mut curves = straight(&Component::ALL[..3], &translations, time);
    curves.extend(straight(&Component::ALL[3..7], &rotations, time));
    curves.extend(straight(&Component::ALL[7..], &scales, time));
    Ok(curves)
}

/// Returns the times of a clip's frames in seconds. The last is the clip's end. A clip without a rate has 30 frames per second.
pub(crate) fn frame_times(clip: &Clip) -> Vec<f32> {
    let (rate, duration) = (clip.frame_rate().unwrap_or(30.0), clip.duration());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative, and it saturates")]
    let last = ((f64::from(duration) * f64::from(rate) - 1e-6).ceil().max(0.0) as usize).min(MAX_KEYS);
    let mut times: Vec<f32> = (0..last).map(|frame| frame as f32 / rate).collect();
    times.push(duration);
    times
}

/// Creates a curve for each component of keys with linear interpolation.
fn straight<const N: usize>(
    components: &[Component],
    keys: &[[f32; N]],
    time: impl Fn(usize) -> f32,
) -> Vec<CurveFacts> {
    let times: Vec<f32> = (0..keys.len()).map(time).collect();
    let curve = |(number, component): (usize, &Component)| CurveFacts {
        component: component.name(),
        times: times.clone(),
        values: keys.iter().map(|key| key[number]).collect(),
        tangents: Vec::new(),
    };
    components.iter().enumerate().take(N).map(curve).collect()
}

/// Decodes a clip of curves with its keys. The runtime's own representation does not keep them.
fn decoded<T: rigmill_format::Content>(file: &AlignedBytes) -> Result<T, AskError> {
    Ok(T::decode(file).map_err(MakeError::from)?)
}
