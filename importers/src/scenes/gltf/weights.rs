//! Weights of morph targets at the frames of a clip.

use rigmill_codec_gltf::document::Sampler;
use rigmill_dom::{Element, SceneWeightTrack};
use rigmill_math::vector::lerp;

use super::animated::Animated;
use super::frames::Frames;
use super::keys::Keys;
use super::problems::not_finite;
use crate::report::Result;
use crate::scenes::budget::Budget;
use crate::scenes::constant_channels::shorten_constant_weights;

/// Returns the tracks of a node's targets; `None` if the node's mesh has no targets. A target that keeps its own weight has no
/// track.
pub(super) fn read(
    node: u32,
    sampler: &Sampler,
    frames: &Frames,
    element: &Element,
    animated: &Animated<'_>,
    budget: &mut Budget,
) -> Result<Option<Vec<SceneWeightTrack>>> {
    let morphs = animated.morphs(node);
    if morphs.is_empty() {
        return Ok(None);
    }
    budget.take_samples(frames.count.saturating_mul(morphs.len() as u64))?;
    let mut tracks = Vec::new();
    let keys = Keys::read_each(sampler, morphs.len(), element, animated.accessors, budget)?;
    for ((target, morph), keys) in (0..).zip(morphs).zip(keys) {
        let mut weights = frames.map(|time| keys.at(time, lerp)[0]);
        if !weights.iter().all(|weight| weight.is_finite()) {
            return Err(not_finite(element, "a value between two keys"));
        }
        shorten_constant_weights(&mut weights, morph.weight);
        tracks.extend((!weights.is_empty()).then_some(SceneWeightTrack { node, target, weights }));
    }
    Ok(Some(tracks))
}
