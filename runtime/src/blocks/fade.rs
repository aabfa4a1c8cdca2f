//! Cross-fades of whole poses, by the standard rules, on the bones of a layer.

use rigmill_math::quaternion::EvenFraction;

use super::lanes::lerp;
use super::{PoseBlock, WeightBlock};
use crate::blocks::dispatch::dispatched;

/// The part of a pose that a layer covers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// How much of the layer each bone gets, 0 to 1.
    pub(crate) mask: &'a [WeightBlock],
    /// The blocks that have at least one covered bone.
    pub(crate) used: &'a [bool],
    /// The weight of the whole layer, 0 to 1.
    pub(crate) weight: f32,
}

/// Writes the interpolation of two poses to a layer's bones. Rotations take the shorter arc at constant speed (to within 1e-5
/// rad). Translations and scales are interpolated linearly.
pub(crate) fn fade(from: &[PoseBlock], to: &[PoseBlock], fraction: f32, part: Part<'_>, out: &mut [PoseBlock]) {
    fade_blocks(from, to, EvenFraction::new(fraction), fraction, part, out);
}

dispatched! {
    fn fade_blocks(
        from: &[PoseBlock],
        to: &[PoseBlock],
        even: EvenFraction,
        fraction: f32,
        part: Part<'_>,
        out: &mut [PoseBlock],
    ) {
        let blocks = part.mask.iter().zip(part.used).zip(from.iter().zip(to)).zip(out);
        for (((mask, used), (from, to)), out) in blocks {
            if *used {
                let faded = between(from, to, even, fraction);
                put(&faded, mask, part.weight, out);
            }
        }
    }
}

dispatched! {
    /// Writes a pose to a layer's bones.
    pub(crate) fn overlay(pose: &[PoseBlock], part: Part<'_>, out: &mut [PoseBlock]) {
        for (((mask, used), pose), out) in part.mask.iter().zip(part.used).zip(pose).zip(out) {
            if *used {
                put(pose, mask, part.weight, out);
            }
        }
    }
}

#[inline(always)]
fn put(pose: &PoseBlock, mask: &WeightBlock, weight: f32, out: &mut PoseBlock) {
    let weights = mask.0.map(|own| own * weight);
    let mut partly = 0;
    for weight in weights {
        partly |= u32::from(weight != 1.0);
    }
    if partly == 0 {
        *out = *pose;
        return;
    }
    let rest = weights.map(|weight| 1.0 - weight);
    let below = *out;
    super::blend::mix(&below, pose, &rest, &weights, out);
}

#[inline(always)]
fn between(a: &PoseBlock, b: &PoseBlock, even: EvenFraction, fraction: f32) -> PoseBlock {
    let mut out = PoseBlock::IDENTITY;
    out.rotation = super::blend::nlerp(&a.rotation, &b.rotation, |_, cosine| {
        let second = even.of_chord(cosine);
        (1.0 - second, second)
    });
    out.translation = lerp(&a.translation, &b.translation, fraction);
    out.scale = lerp(&a.scale, &b.scale, fraction);
    out
}
