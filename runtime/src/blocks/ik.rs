//! Inverse kinematics on poses in blocks: [`TwoBoneIkJob`] and [`AimIkJob`].

use rigmill_math::quaternion::{self, multiply, normalize};
use rigmill_math::{Matrix, to_f32};

use super::PoseBlock;
use crate::error::{JobError, check_length};
use crate::layers::{AimBone, AimIk, Aiming, TwoBoneIk, unscaled};

/// Bends a limb of two bones so that its end reaches a target. See [`TwoBoneIk`].
///
/// Afterwards, the matrices of the start bone and of all bones below it are out of date.
#[derive(Debug)]
pub struct TwoBoneIkJob<'a> {
    /// The solver settings.
    pub ik: &'a TwoBoneIk,
    /// The numbers of the start, mid and end bones. Each bone is below the bone before it.
    pub limb: [usize; 3],
    /// The pose's model-space matrices, as [`PoseToModelJob`](super::PoseToModelJob) computes them.
    pub absolute: &'a [Matrix],
    /// The local pose: one block per eight bones. The job rotates the start and mid bones.
    pub pose: &'a mut [PoseBlock],
}

impl TwoBoneIkJob<'_> {
    /// Runs the job. Returns whether the limb's end reaches the target.
    ///
    /// # Errors
    /// A bone number is beyond the end of a buffer.
    pub fn run(self) -> Result<bool, JobError> {
        self.limb.iter().try_for_each(|bone| check_bone(*bone, self.absolute, self.pose))?;
        let [start, mid, end] = self.limb;
        let frames = [start, mid].map(|bone| unscaled(&self.absolute[bone], own_scale(self.pose, bone)));
        let solution = self.ik.solve([&frames[0], &frames[1], &self.absolute[end]]);
        rotate(self.pose, start, solution.start);
        rotate(self.pose, mid, solution.mid);
        Ok(solution.reached)
    }
}

/// Rotates a chain of bones so that the chain's first bone points at a target. See [`AimIk`] and
/// [`AimIkLayer`](crate::layers::AimIkLayer).
///
/// Afterwards, the matrices of the chain's bones and of all bones below them are out of date.
#[derive(Debug)]
pub struct AimIkJob<'a> {
    /// The solver settings.
    pub ik: &'a AimIk,
    /// The numbers of the bones, from the bone that points at the target upwards. Each bone is below the next bone of the
    /// chain.
    pub chain: &'a [(usize, AimBone)],
    /// The pose's model-space matrices, as [`PoseToModelJob`](super::PoseToModelJob) computes them.
    pub absolute: &'a [Matrix],
    /// The local pose: one block per eight bones. The job rotates the chain's bones.
    pub pose: &'a mut [PoseBlock],
}

impl AimIkJob<'_> {
    /// Runs the job. Returns whether the forward axis points at the target; for an empty chain, always `false`.
    ///
    /// # Errors
    /// A bone number is beyond the end of a buffer.
    pub fn run(self) -> Result<bool, JobError> {
        self.chain.iter().try_for_each(|(bone, _)| check_bone(*bone, self.absolute, self.pose))?;
        let Some((first, _)) = self.chain.first() else { return Ok(false) };
        let mut aiming = Aiming::new(self.ik, &self.absolute[*first]);
        for (bone, part) in self.chain {
            let frame = unscaled(&self.absolute[*bone], own_scale(self.pose, *bone));
            rotate(self.pose, *bone, aiming.rotate(&frame, part));
        }
        Ok(aiming.reached())
    }
}

fn check_bone(bone: usize, absolute: &[Matrix], pose: &[PoseBlock]) -> Result<(), JobError> {
    check_length("absolute", absolute.len(), bone.saturating_add(1))?;
    check_length("pose", pose.len(), bone / 8 + 1)
}

fn own_scale(pose: &[PoseBlock], bone: usize) -> [f64; 3] {
    pose[bone / 8].scale.map(|factors| f64::from(factors[bone % 8]))
}

/// Applies a correction before a bone's own rotation. Changes no bits if there is nothing to correct.
fn rotate(pose: &mut [PoseBlock], bone: usize, correction: [f32; 4]) {
    if correction == quaternion::IDENTITY {
        return;
    }
    let rotation = &mut pose[bone / 8].rotation;
    let before = rotation.each_ref().map(|part| f64::from(part[bone % 8]));
    let after = normalize(multiply(before, correction.map(f64::from)));
    for (part, value) in rotation.iter_mut().zip(after) {
        part[bone % 8] = to_f32(value);
    }
}
