//! Inverse kinematics: rotates bones so that a limb reaches a target, or a chain of bones aims at one.
//!
//! [`TwoBoneIk`] and [`AimIk`] are settings that solve for corrections: pure functions of matrices. A correction rotates a bone
//! in the bone's own axes, before the bone's rotation: `multiply(rotation, correction)`. [`TwoBoneIkLayer`] and [`AimIkLayer`]
//! apply corrections to a model's pose, [`TwoBoneIkJob`](crate::blocks::TwoBoneIkJob) and [`AimIkJob`](crate::blocks::AimIkJob)
//! to a pose in blocks.
//!
//! Inputs have the same meaning as in ozz-animation's jobs with the same names.

mod aim;
mod aim_layer;
mod apply;
mod frame;
mod rotation;
mod two_bone;
mod two_bone_layer;

pub use aim::{AimBone, AimIk, AimSolution};
pub use aim_layer::AimIkLayer;
pub use two_bone::{TwoBoneIk, TwoBoneSolution};
pub use two_bone_layer::TwoBoneIkLayer;

pub(crate) use aim::Aiming;
pub(crate) use frame::unscaled;
