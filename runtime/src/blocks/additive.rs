//! Additive poses: what a pose differs by from a reference, and that on top of another pose.

use super::PoseBlock;
use super::layer::{BlendLayer, positive, weights};
use crate::blocks::dispatch::dispatched;
use crate::error::JobError;
use crate::error::check_length;

/// Makes an additive pose: what has to be done to a reference to come to a pose.
///
/// Rotations: pose x inverse of the reference. Translations: pose - reference. Scales: pose / reference, 1 where the
/// reference is 0. Put on top of the reference with weight 1 it gives the pose again.
#[derive(Debug)]
pub struct MakeAdditiveJob<'a> {
    /// The pose; a block for each eight bones.
    pub pose: &'a [PoseBlock],
    /// What it is compared with; a block for each eight bones.
    pub reference: &'a [PoseBlock],
    /// Takes the difference. Its length is that of the job; no other buffer may be shorter.
    pub out: &'a mut [PoseBlock],
}

impl MakeAdditiveJob<'_> {
    /// Does the job. It allocates nothing.
    ///
    /// # Errors
    /// A buffer is too short. Nothing was written.
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
            let mut inverse = reference.rotation;
            for part in &mut inverse[..3] {
                *part = part.map(|value| -value);
            }
            out.rotation = product(&pose.rotation, &inverse);
            for axis in 0..3 {
                for lane in 0..8 {
                    out.translation[axis][lane] = pose.translation[axis][lane] - reference.translation[axis][lane];
                }
                for lane in 0..8 {
                    let factor = reference.scale[axis][lane];
                    out.scale[axis][lane] = if factor == 0.0 { 1.0 } else { pose.scale[axis][lane] / factor };
                }
            }
        }
    }
}

dispatched! {
    /// Puts an additive pose on top of another: by its weight translations add up, scales multiply, and rotations, between
    /// none and its own, follow the other's in the parent's space.
    pub(super) fn add(layer: BlendLayer<'_>, out: &mut [PoseBlock]) {
        for (index, (pose, out)) in layer.pose.iter().zip(out).enumerate() {
            let weights = weights(&layer, index);
            out.rotation = product(&toward(&pose.rotation, &weights), &out.rotation);
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

/// From no rotation to some, the shorter way, by a weight each.
#[inline(always)]
fn toward(turns: &[[f32; 8]; 4], weights: &[f32; 8]) -> [[f32; 8]; 4] {
    let mut out = [[0.0_f32; 8]; 4];
    for lane in 0..8 {
        let side = turns[3][lane].to_bits() & 0x8000_0000;
        let weight = f32::from_bits(weights[lane].to_bits() ^ side);
        let (x, y, z) = (turns[0][lane] * weight, turns[1][lane] * weight, turns[2][lane] * weight);
        let w = positive(1.0 - weights[lane]) + turns[3][lane] * weight;
        let scale = 1.0 / (x * x + y * y + z * z + w * w).sqrt();
        out[0][lane] = x * scale;
        out[1][lane] = y * scale;
        out[2][lane] = z * scale;
        out[3][lane] = w * scale;
    }
    out
}

/// `b`, then `a`.
#[inline(always)]
fn product(a: &[[f32; 8]; 4], b: &[[f32; 8]; 4]) -> [[f32; 8]; 4] {
    let mut out = [[0.0_f32; 8]; 4];
    for lane in 0..8 {
        let [x, y, z, w] = [a[0][lane], a[1][lane], a[2][lane], a[3][lane]];
        let [p, q, r, v] = [b[0][lane], b[1][lane], b[2][lane], b[3][lane]];
        out[0][lane] = w * p + x * v + y * r - z * q;
        out[1][lane] = w * q - x * r + y * v + z * p;
        out[2][lane] = w * r + x * q - y * p + z * v;
        out[3][lane] = w * v - x * p - y * q - z * r;
    }
    out
}
