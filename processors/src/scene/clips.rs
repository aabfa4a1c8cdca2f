//! Clips of a scene.

use rigmill_dom::{Scene, SceneClip, SceneTrack};
use rigmill_format::{AnimationSequence, KeyFrameSequence};
use rigmill_math::to_f32;

use super::bones::{Bones, SceneBone};
use super::labels::Labels;
use super::weights::clip_weights;

/// A clip that moves something or changes the weight of a morph target. If it only changes weights, it has no keys of bones.
pub(crate) struct NamedClip<'a> {
    /// The clip of the scene.
    pub(crate) source: &'a SceneClip,
    /// The label, such as `@Run`.
    pub(crate) label: String,
    pub(crate) clip: AnimationSequence,
}

/// The clips that move anything.
pub(super) struct Clips<'a> {
    pub(super) list: Vec<NamedClip<'a>>,
    /// Labels that several clips would have, each with the new label that one of these clips got.
    pub(super) renamed: Vec<(String, String)>,
}

/// Returns the clips that move anything or change the weight of a morph target. With `hold`, the clips keep bones that stay at
/// the bind pose.
pub(super) fn clips<'a>(scene: &'a Scene, bones: &Bones, hold: bool) -> Clips<'a> {
    let mut labels = Labels::new(scene);
    let made = |source: &'a SceneClip| {
        let clip = clip(source, bones, hold);
        (!clip.sequences.is_empty() || clip_weights(scene, source).is_some()).then(|| NamedClip {
            source,
            label: labels.take(&source.name),
            clip,
        })
    };
    let list = scene.clips.iter().filter_map(made).collect();
    Clips { list, renamed: labels.renamed }
}

fn clip(source: &SceneClip, bones: &Bones, hold: bool) -> AnimationSequence {
    let hold = hold && source.tracks.iter().any(SceneTrack::moves);
    let sequence = |track: &SceneTrack| {
        let bone = bones.of_node(track.node).and_then(|bone| bones.get(bone))?;
        (hold || track.moves()).then(|| sequence(source, track, bone))
    };
    let sequences = source.tracks.iter().filter_map(sequence).collect();
    AnimationSequence { duration: to_f32(source.duration), close_loop: false, sequences }
}

/// Returns the keys of a bone. They always include translation and rotation, because some rules treat a missing channel as
/// zero, and include scale if the bone has any.
fn sequence(clip: &SceneClip, track: &SceneTrack, bone: &SceneBone) -> KeyFrameSequence {
    let translation = keys(&track.translations, bone.local.translation);
    let rotation = keys(&track.rotations, bone.local.rotation);
    let scale = keys(&track.scales, bone.local.scale);
    let has_scale = scale != [[1.0; 3]];
    let fixed = translation.len() == 1 && rotation.len() == 1 && scale.len() == 1;
    let time = if fixed { Vec::new() } else { times(clip) };
    KeyFrameSequence {
        bone_name: bone.name.clone(),
        key_count: if fixed { 1 } else { clip.frames },
        duration: to_f32(clip.duration),
        key_interval: to_f32(1.0 / clip.rate),
        has_translation: true,
        has_rotation: true,
        has_scale,
        has_time: !time.is_empty(),
        fixed_translation: translation.len() == 1,
        fixed_rotation: rotation.len() == 1,
        fixed_scale: has_scale && scale.len() == 1,
        translation,
        rotation,
        scale: if has_scale { scale } else { Vec::new() },
        time,
    }
}

/// Returns the times of the frames if they are not evenly spaced; an empty list otherwise.
fn times(clip: &SceneClip) -> Vec<f32> {
    let times = || (0..clip.frames).map(|frame| to_f32(clip.frame_time(frame)));
    // In single precision, a very short last interval may become zero.
    let ascends = || times().is_sorted_by(|a, b| a < b);
    if clip.has_partial_frame() && ascends() { times().collect() } else { Vec::new() }
}

/// The largest variation with which a channel still counts as constant, relative to its largest number. It covers the rounding
/// errors of a modelling program's single precision: for a bone of 1 m, 0.001 mm.
const NOISE: f64 = 1e-6;

/// Returns the keys of a channel; a single key if the channel never changes.
fn keys<const N: usize>(source: &[[f64; N]], at_bind: [f64; N]) -> Vec<[f32; N]> {
    let first = source.first().copied().unwrap_or(at_bind);
    let noise = NOISE * first.iter().fold(0.0, |largest: f64, number| largest.max(number.abs()));
    let is_first = |key: &[f64; N]| key.iter().zip(&first).all(|(a, b)| (a - b).abs() <= noise);
    if source.iter().all(is_first) {
        vec![first.map(to_f32)]
    } else {
        source.iter().map(|key| key.map(to_f32)).collect()
    }
}
