//! Additive poses: jobs that compute the difference between a pose and a reference pose, and add such a difference to another
//! pose.

use super::PoseBlock;
use super::lanes::{Lanes, multiply, set_normalized};
use super::layer::{BlendLayer, positive, weights};
use crate::blocks::dispatch::dispatched;
use crate::error::{JobError, check_length};

/// Makes an additive pose: the difference between a pose and a reference pose.
///
/// - Rotations: pose x inverse of the reference.
/// - Translations: pose - reference.
/// - Scales: pose / reference, or 1 where the reference is 0.
///
/// Adding the result to the reference with weight 1 gives the original pose.
#[derive(Debug)]
pub struct MakeAdditiveJob<'a> {
    /// The pose: one block per eight bones.
    pub pose: &'a [PoseBlock],
    /// The reference pose: one block per eight bones.
    pub reference: &'a [PoseBlock],
    /// Receives the difference. The length of this buffer sets how many blocks are processed. All other buffers must be at
    /// least as long.
    pub out: &'a mut [PoseBlock],
}

impl MakeAdditiveJob<'_> {
    /// Runs the job.
    ///
    /// # Errors
    /// A buffer is too short.
    pub fn run(self) -> Result<(), JobError> {
        check_length("pose", self.pose.len(), self.out.len())?;
        check_length("reference", self.reference.len(), self.out.len())?;
        subtract(self.pose, self.reference, self.out);
        Ok(())
    }
}

dispatched! {
    fn subtract(pose: &[PoseBlock], reference: &[PoseBlock], out: &mut [PoseBlock]) {
        for ((pose, reference), out) in pose.iter().zip(reference).zip(out) {
            *out = difference(pose, reference);
        }
    }
}

dispatched! {
    /// Replaces each pose by its difference from a reference pose.
    pub(crate) fn subtract_from(poses: &mut [PoseBlock], reference: &[PoseBlock]) {
        for (pose, reference) in poses.iter_mut().zip(reference) {
            *pose = difference(pose, reference);
        }
    }
}

#[inline(always)]
fn difference(pose: &PoseBlock, reference: &PoseBlock) -> PoseBlock {
    let mut out = PoseBlock::IDENTITY;
    let mut inverse = reference.rotation;
    for part in &mut inverse[..3] {
        *part = part.map(|value| -value);
    }
    out.rotation = multiply(&pose.rotation, &inverse);
    for axis in 0..3 {
        for lane in 0..8 {
            out.translation[axis][lane] = pose.translation[axis][lane] - reference.translation[axis][lane];
        }
        for lane in 0..8 {
            let factor = reference.scale[axis][lane];
            out.scale[axis][lane] = if factor == 0.0 { 1.0 } else { pose.scale[axis][lane] / factor };
        }
    }
    out
}

dispatched! {
    /// Adds an additive pose, scaled by its weight, to `out`.
    ///
    /// Translations are added and scales are multiplied. Each rotation is interpolated from the identity by its weight, and
    /// applied after the rotation in `out`, in the parent's space. `used` has one flag per block; `false` skips the block.
    /// Blocks beyond its end are processed.
    pub(crate) fn add(layer: BlendLayer<'_>, used: &[bool], out: &mut [PoseBlock]) {
        for (index, (pose, out)) in layer.pose.iter().zip(out).enumerate() {
            if used.get(index) == Some(&false) {
                continue;
            }
            let weights = weights(&layer, index);
            *out = sum(pose, &weights, out);
        }
    }
}

/// Adds an additive pose by weight. The result is a new value, because compilers do not vectorize changes in place.
#[inline(always)]
fn sum(pose: &PoseBlock, weights: &[f32; 8], to: &PoseBlock) -> PoseBlock {
    let mut out = PoseBlock::IDENTITY;
    out.rotation = multiply(&from_identity(&pose.rotation, weights), &to.rotation);
    for axis in 0..3 {
        for lane in 0..8 {
            out.translation[axis][lane] = to.translation[axis][lane] + pose.translation[axis][lane] * weights[lane];
        }
        for lane in 0..8 {
            out.scale[axis][lane] = to.scale[axis][lane] * (1.0 + (pose.scale[axis][lane] - 1.0) * weights[lane]);
        }
    }
    out
}

/// Interpolates from the identity to each rotation by its weight, along the shorter arc.
#[inline(always)]
fn from_identity(rotations: &Lanes<4>, weights: &[f32; 8]) -> Lanes<4> {
    let mut out = [[0.0_f32; 8]; 4];
    for lane in 0..8 {
        let side = rotations[3][lane].to_bits() & 0x8000_0000;
        let weight = f32::from_bits(weights[lane].to_bits() ^ side);
        let (x, y, z) = (rotations[0][lane] * weight, rotations[1][lane] * weight, rotations[2][lane] * weight);
        let w = positive(1.0 - weights[lane]) + rotations[3][lane] * weight;
        set_normalized(&mut out, lane, [x, y, z, w]);
    }
    out
}
