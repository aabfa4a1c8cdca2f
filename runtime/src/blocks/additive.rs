//! Additive poses: jobs that compute the difference of a pose from a reference pose, and add the difference to a
//! different pose.

use super::PoseBlock;
use super::lanes::{Lanes, multiply, set_normalized};
use super::layer::{BlendLayer, positive, weights};
use crate::blocks::dispatch::dispatched;
use crate::error::{JobError, check_length};

/// Makes an additive pose: the difference of a pose from a reference.
///
/// Rotations: pose x inverse of the reference. Translations: pose - reference. Scales: pose / reference, 1 where the
/// reference is 0. Added to the reference with weight 1 it gives the pose again.
#[derive(Debug)]
pub struct MakeAdditiveJob<'a> {
    /// The pose; a block for each eight bones.
    pub pose: &'a [PoseBlock],
    /// The reference; a block for each eight bones.
    pub reference: &'a [PoseBlock],
    /// Receives the difference. Its length is the length of the job; no other buffer may be shorter.
    pub out: &'a mut [PoseBlock],
}

impl MakeAdditiveJob<'_> {
    /// Does the job.
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
    /// Turns poses into their differences from a reference.
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
    /// Adds an additive pose to another by weight: translations add up, scales multiply, and its rotations, interpolated
    /// from the identity, are applied after the other's in the parent's space. `used` has a flag for each block, `false` to leave
    /// it out; blocks beyond its end are used.
    pub(crate) fn add(layer: BlendLayer<'_>, used: &[bool], out: &mut [PoseBlock]) {
        for (index, (pose, out)) in layer.pose.iter().zip(out).enumerate() {
            if used.get(index) == Some(&false) {
                continue;
            }
            let weights = weights(&layer, index);
            out.rotation = multiply(&from_identity(&pose.rotation, &weights), &out.rotation);
            for axis in 0..3 {
                for lane in 0..8 {
                    out.translation[axis][lane] += pose.translation[axis][lane] * weights[lane];
                }
                for lane in 0..8 {
                    out.scale[axis][lane] *= 1.0 + (pose.scale[axis][lane] - 1.0) * weights[lane];
                }
            }
        }
    }
}

/// From the identity towards rotations, the shorter way, each by its weight.
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
