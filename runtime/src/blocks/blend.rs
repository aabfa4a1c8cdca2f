//! [`BlendJob`]: blends several poses by weights, then adds additive poses.

use super::PoseBlock;
use super::additive::add;
use super::lanes::{Lanes, set_normalized};
use super::layer::{BlendLayer, positive, weights};
use crate::blocks::dispatch::dispatched;
use crate::error::{JobError, check_length};

/// The lowest threshold that [`BlendJob`] uses.
const LEAST: f32 = 1e-6;

/// Blends any number of poses by weight.
///
/// A bone's transform is the weighted mean of its transforms in all layers. Translations and scales are averaged directly.
/// Rotations are averaged component by component and then normalized (nlerp), each in the same hemisphere as the sum of the
/// rotations before it. The weights need not add up to 1. If a bone's weights add up to less than `threshold`, the rest pose
/// gets the missing weight. So a bone that no layer moves is in the rest pose, and a bone whose layers fade out returns to it
/// without a jump.
///
/// The additive layers are then added to the mean, in order. [`MakeAdditiveJob`](crate::blocks::MakeAdditiveJob) makes their
/// poses. Their weights are not normalized.
#[derive(Debug)]
pub struct BlendJob<'a> {
    /// The poses to blend.
    pub layers: &'a [BlendLayer<'a>],
    /// The additive poses to add to the blended pose.
    pub additive: &'a [BlendLayer<'a>],
    /// The pose of bones with too little weight, usually the bind pose: one block per eight bones.
    pub rest: &'a [PoseBlock],
    /// The sum of weights below which the rest pose gets the missing weight. At least 1e-6 is used. ozz-animation uses 0.1,
    /// which is [`THRESHOLD`](Self::THRESHOLD).
    pub threshold: f32,
    /// Receives the pose. The length of this buffer sets how many blocks are processed. All other buffers must be at least as
    /// long.
    pub out: &'a mut [PoseBlock],
}

impl BlendJob<'_> {
    /// The default threshold of ozz-animation.
    pub const THRESHOLD: f32 = 0.1;

    /// Runs the job.
    ///
    /// # Errors
    /// A buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        let blocks = self.out.len();
        check_length("rest", self.rest.len(), blocks)?;
        for layer in self.layers.iter().chain(self.additive) {
            check_length("pose", layer.pose.len(), blocks)?;
            check_length("mask", layer.mask.map_or(blocks, <[_]>::len), blocks)?;
        }
        // `max` also replaces NaN. The threshold keeps sums large enough that their squares are not 0.
        let threshold = self.threshold.max(LEAST);
        match self.layers {
            [a, b] if lone_sum(a, b) >= threshold => blend_two(a, b, self.out),
            [a, b] => blend_two_masked([*a, *b], self.rest, threshold, self.out),
            layers => blend_many(layers, self.rest, threshold, self.out),
        }
        for layer in self.additive {
            add(*layer, &[], self.out);
        }
        Ok(())
    }
}

/// The sum of two weights that apply to all bones, or 0 if either layer has a mask.
fn lone_sum(a: &BlendLayer<'_>, b: &BlendLayer<'_>) -> f32 {
    if a.mask.is_some() || b.mask.is_some() { 0.0 } else { positive(a.weight) + positive(b.weight) }
}

/// The weighted sums of all layers, for eight bones.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Sums {
    pose: PoseBlock,
    weight: [f32; 8],
}

impl Sums {
    const NONE: Self = Self {
        pose: PoseBlock { rotation: [[0.0; 8]; 4], translation: [[0.0; 8]; 3], scale: [[0.0; 8]; 3] },
        weight: [0.0; 8],
    };
}

dispatched! {
    fn blend_two(a: &BlendLayer<'_>, b: &BlendLayer<'_>, out: &mut [PoseBlock]) {
        let (first, second) = (positive(a.weight), positive(b.weight));
        let share = 1.0 / (first + second);
        let (first, second) = ([first * share; 8], [second * share; 8]);
        for ((a, b), out) in a.pose.iter().zip(b.pose).zip(out) {
            mix(a, b, &first, &second, out);
        }
    }
}

dispatched! {
    fn blend_two_masked(layers: [BlendLayer<'_>; 2], rest: &[PoseBlock], threshold: f32, out: &mut [PoseBlock]) {
        for (index, (rest, out)) in rest.iter().zip(out).enumerate() {
            let (Some(a), Some(b)) = (layers[0].pose.get(index), layers[1].pose.get(index)) else { return };
            let (mut first, mut second) = (weights(&layers[0], index), weights(&layers[1], index));
            let mut short = 0;
            for lane in 0..8 {
                short |= u32::from(first[lane] + second[lane] < threshold);
            }
            if short != 0 {
                blend_block(&layers, index, rest, threshold, out);
                continue;
            }
            for lane in 0..8 {
                let share = 1.0 / (first[lane] + second[lane]);
                first[lane] *= share;
                second[lane] *= share;
            }
            mix(a, b, &first, &second, out);
        }
    }
}

dispatched! {
    fn blend_many(layers: &[BlendLayer<'_>], rest: &[PoseBlock], threshold: f32, out: &mut [PoseBlock]) {
        for (index, (rest, out)) in rest.iter().zip(out).enumerate() {
            blend_block(layers, index, rest, threshold, out);
        }
    }
}

/// Blends eight bones of any number of poses.
#[inline(always)]
fn blend_block(layers: &[BlendLayer<'_>], index: usize, rest: &PoseBlock, threshold: f32, out: &mut PoseBlock) {
    let mut sums = Sums::NONE;
    for layer in layers {
        let Some(pose) = layer.pose.get(index) else { continue };
        gather(pose, &weights(layer, index), &mut sums);
    }
    fill_up(rest, threshold, &mut sums);
    normalize(&sums, out);
}

/// Mixes two poses whose weights add up to 1 for each bone.
#[inline(always)]
pub(super) fn mix(a: &PoseBlock, b: &PoseBlock, first: &[f32; 8], second: &[f32; 8], out: &mut PoseBlock) {
    out.rotation = nlerp(&a.rotation, &b.rotation, |lane, _| (first[lane], second[lane]));
    for axis in 0..3 {
        for lane in 0..8 {
            out.translation[axis][lane] =
                a.translation[axis][lane] * first[lane] + b.translation[axis][lane] * second[lane];
        }
        for lane in 0..8 {
            out.scale[axis][lane] = a.scale[axis][lane] * first[lane] + b.scale[axis][lane] * second[lane];
        }
    }
}

/// Mixes the rotations of two poses by weight along the shorter arc, and normalizes them. `weights` returns the two weights for
/// a lane, given the cosine of half the angle between its two rotations.
#[inline(always)]
pub(super) fn nlerp(a: &Lanes<4>, b: &Lanes<4>, weights: impl Fn(usize, f32) -> (f32, f32)) -> Lanes<4> {
    let mut out = [[0.0; 8]; 4];
    for lane in 0..8 {
        let [ax, ay, az, aw] = [a[0][lane], a[1][lane], a[2][lane], a[3][lane]];
        let [bx, by, bz, bw] = [b[0][lane], b[1][lane], b[2][lane], b[3][lane]];
        let dot = ax * bx + ay * by + az * bz + aw * bw;
        let side = dot.to_bits() & 0x8000_0000;
        let (first, second) = weights(lane, f32::from_bits(dot.to_bits() ^ side));
        let second = f32::from_bits(second.to_bits() ^ side);
        let (x, y) = (ax * first + bx * second, ay * first + by * second);
        let (z, w) = (az * first + bz * second, aw * first + bw * second);
        set_normalized(&mut out, lane, [x, y, z, w]);
    }
    out
}

/// Adds a pose to the sums. Each rotation is first negated if it is in the opposite hemisphere from its sum.
#[inline(always)]
fn gather(pose: &PoseBlock, weights: &[f32; 8], sums: &mut Sums) {
    let mut rotation = sums.pose.rotation;
    for lane in 0..8 {
        let [x, y, z, w] = [rotation[0][lane], rotation[1][lane], rotation[2][lane], rotation[3][lane]];
        let q = &pose.rotation;
        let [qx, qy, qz, qw] = [q[0][lane], q[1][lane], q[2][lane], q[3][lane]];
        let side = (x * qx + y * qy + z * qz + w * qw).to_bits() & 0x8000_0000;
        let weight = f32::from_bits(weights[lane].to_bits() ^ side);
        rotation[0][lane] = x + qx * weight;
        rotation[1][lane] = y + qy * weight;
        rotation[2][lane] = z + qz * weight;
        rotation[3][lane] = w + qw * weight;
    }
    sums.pose.rotation = rotation;
    for axis in 0..3 {
        for lane in 0..8 {
            sums.pose.translation[axis][lane] += pose.translation[axis][lane] * weights[lane];
        }
        for lane in 0..8 {
            sums.pose.scale[axis][lane] += pose.scale[axis][lane] * weights[lane];
        }
    }
    for lane in 0..8 {
        sums.weight[lane] += weights[lane];
    }
}

/// Adds the rest pose with the missing weight.
#[inline(always)]
fn fill_up(rest: &PoseBlock, threshold: f32, sums: &mut Sums) {
    let missing = sums.weight.map(|weight| positive(threshold - weight));
    let mut any = 0;
    for missing in missing {
        any |= u32::from(missing > 0.0);
    }
    if any != 0 {
        gather(rest, &missing, sums);
    }
}

/// Divides the sums by their weights.
#[inline(always)]
fn normalize(sums: &Sums, out: &mut PoseBlock) {
    let Sums { pose, weight } = sums;
    let mut mixed = [[0.0_f32; 8]; 4];
    for lane in 0..8 {
        let q = &pose.rotation;
        let [x, y, z, w] = [q[0][lane], q[1][lane], q[2][lane], q[3][lane]];
        set_normalized(&mut mixed, lane, [x, y, z, w]);
    }
    out.rotation = mixed;
    let share = weight.map(|weight| 1.0 / weight);
    for axis in 0..3 {
        for lane in 0..8 {
            out.translation[axis][lane] = pose.translation[axis][lane] * share[lane];
        }
        for lane in 0..8 {
            out.scale[axis][lane] = pose.scale[axis][lane] * share[lane];
        }
    }
}
