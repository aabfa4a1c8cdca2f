//! Cross-fades of whole poses by the standard rules, onto the bones of a layer.

use super::{PoseBlock, WeightBlock};
use crate::dispatch::dispatched;
use rigmill_math::quaternion::EVEN;

/// The part of a pose that a layer has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// How much of the layer each bone takes.
    pub(crate) mask: &'a [WeightBlock],
    /// Which blocks have any such bone.
    pub(crate) used: &'a [bool],
}

/// Weights of the powers of 1 - dot in the correction of a fraction: see `quaternion::even_fraction`. They are the same for all
/// bones, which have one fraction.
#[derive(Clone, Copy)]
struct Even {
    fraction: f32,
    factor: f32,
    weights: [f32; 4],
}

impl Even {
    fn new(fraction: f32) -> Self {
        let u = fraction - 0.5;
        let square = u * u;
        let weight = |power: usize| {
            let [c0, c1, c2, c3] = EVEN.map(|row| row[power]);
            c0 + square * (c1 + square * (c2 + square * c3))
        };
        Self { fraction, factor: u * (square - 0.25), weights: [0, 1, 2, 3].map(weight) }
    }
}

/// Puts what is between two poses onto a layer's bones: rotations the shorter way, evenly to 1e-5 rad, translations and
/// scales straight.
pub(crate) fn fade(from: &[PoseBlock], to: &[PoseBlock], fraction: f32, part: Part<'_>, out: &mut [PoseBlock]) {
    fade_blocks(from, to, Even::new(fraction), part, out);
}

dispatched! {
    fn fade_blocks(from: &[PoseBlock], to: &[PoseBlock], even: Even, part: Part<'_>, out: &mut [PoseBlock]) {
        let blocks = part.mask.iter().zip(part.used).zip(from.iter().zip(to)).zip(out);
        for (((mask, used), (from, to)), out) in blocks {
            if *used {
                let faded = between(from, to, even);
                put(&faded, mask, out);
            }
        }
    }
}

dispatched! {
    /// Puts a pose onto a layer's bones.
    pub(crate) fn overlay(pose: &[PoseBlock], part: Part<'_>, out: &mut [PoseBlock]) {
        for (((mask, used), pose), out) in part.mask.iter().zip(part.used).zip(pose).zip(out) {
            if *used {
                put(pose, mask, out);
            }
        }
    }
}

#[inline(always)]
fn put(pose: &PoseBlock, mask: &WeightBlock, out: &mut PoseBlock) {
    let mut partly = 0;
    for weight in mask.0 {
        partly |= u32::from(weight != 1.0);
    }
    if partly == 0 {
        *out = *pose;
        return;
    }
    let rest = mask.0.map(|weight| 1.0 - weight);
    let below = *out;
    super::blend::mix(&below, pose, &rest, &mask.0, out);
}

#[inline(always)]
fn between(a: &PoseBlock, b: &PoseBlock, even: Even) -> PoseBlock {
    let mut out = PoseBlock::IDENTITY;
    let Even { fraction, factor, weights: [c0, c1, c2, c3] } = even;
    out.rotation = super::blend::turns(&a.rotation, &b.rotation, |_, cosine| {
        let x = 1.0 - cosine;
        let second = fraction + factor * x * (c0 + x * (c1 + x * (c2 + x * c3)));
        (1.0 - second, second)
    });
    for axis in 0..3 {
        for lane in 0..8 {
            let (from, to) = (a.translation[axis][lane], b.translation[axis][lane]);
            out.translation[axis][lane] = from + (to - from) * fraction;
        }
        for lane in 0..8 {
            let (from, to) = (a.scale[axis][lane], b.scale[axis][lane]);
            out.scale[axis][lane] = from + (to - from) * fraction;
        }
    }
    out
}
