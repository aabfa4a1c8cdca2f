//! Converts the weights of morph targets in a clip.

use std::collections::BTreeSet;

use rigmill_dom::{Scene, SceneClip, SceneNode, SceneWeightTrack};
use rigmill_format::{ClipWeights, WeightTrack};
use rigmill_math::to_f32;
use rigmill_pipeline::Labelled;

use super::model::mesh_name;
use super::targets;

/// Adds the weights that a scene's clip sets, if there are any, with a label such as `@Talk.weights` for the clip `@Talk`.
pub(crate) fn push_weights(products: &mut Labelled, label: &str, scene: &Scene, clip: &SceneClip) {
    if let Some(weights) = clip_weights(scene, clip) {
        products.push(format!("{label}.weights"), weights);
    }
}

/// Returns the weights that a clip sets; `None` if it sets none. If several meshes have the same name, uses the first one.
pub(super) fn clip_weights(scene: &Scene, clip: &SceneClip) -> Option<ClipWeights> {
    let varies = clip.weights.iter().any(|source| source.weights.len() > 1);
    // A few bytes can state a duration of billions of frames, which only the weights of every frame bound.
    let frames = if varies { frames(clip) } else { vec![(0.0, 0)] };
    let mut known = BTreeSet::new();
    let mut tracks: Vec<WeightTrack> =
        clip.weights.iter().filter_map(|source| weight_track(scene, source, &frames)).collect();
    tracks.retain(|track| known.insert((track.mesh.clone(), track.target.clone())));
    let times = frames.into_iter().map(|(time, _)| time).collect();
    (!tracks.is_empty()).then(|| ClipWeights { duration: to_f32(clip.duration), times, tracks })
}

/// Returns the frames with their times. If times are equal in single precision, keeps only the last of these frames.
fn frames(clip: &SceneClip) -> Vec<(f32, usize)> {
    let mut frames: Vec<(f32, usize)> = Vec::new();
    for (frame, at) in (0..clip.frames).zip(0..) {
        let time = to_f32(clip.frame_time(frame));
        match frames.last_mut().filter(|(last, _)| time <= *last) {
            Some((_, last)) => *last = at,
            None => frames.push((time, at)),
        }
    }
    frames
}

fn weight_track(scene: &Scene, source: &SceneWeightTrack, frames: &[(f32, usize)]) -> Option<WeightTrack> {
    let node: &SceneNode = scene.nodes.get(source.node as usize)?;
    let mesh = scene.meshes.get(node.mesh? as usize)?;
    let target = targets::names(mesh).into_iter().nth(source.target as usize)?;
    let weights = match source.weights.as_slice() {
        [held] => vec![to_f32(*held)],
        weights => frames.iter().filter_map(|&(_, at)| weights.get(at).copied().map(to_f32)).collect(),
    };
    Some(WeightTrack { mesh: mesh_name(node, mesh).to_owned(), target, weights })
}
