//! [`BlendLayer`]: a pose with its weights.

use super::{PoseBlock, WeightBlock};

/// A pose that takes part in a blend.
#[derive(Clone, Copy, Debug)]
pub struct BlendLayer<'a> {
    /// The pose: one block per eight bones.
    pub pose: &'a [PoseBlock],
    /// The layer's weight. Zero, negative values and NaN count as 0.
    pub weight: f32,
    /// A factor of `weight` for each bone, one block per eight bones. `None` means a factor of 1 for every bone.
    pub mask: Option<&'a [WeightBlock]>,
}

/// The weights of a layer for eight bones.
#[inline(always)]
pub(super) fn weights(layer: &BlendLayer<'_>, index: usize) -> [f32; 8] {
    let weight = positive(layer.weight);
    match layer.mask.and_then(|mask| mask.get(index)) {
        None => [weight; 8],
        Some(mask) => mask.0.map(|part| positive(part) * weight),
    }
}

#[inline(always)]
pub(super) fn positive(weight: f32) -> f32 {
    if weight > 0.0 { weight } else { 0.0 }
}
