//! Inverse kinematics: rotates bones so that a limb reaches a target, or so that a chain of bones aims at a target.
//!
//! [`TwoBoneIk`] and [`AimIk`] are settings, and their `solve` methods compute corrections: they are pure functions of
//! matrices. A correction rotates a bone in the bone's own axes, before the bone's rotation: `multiply(rotation, correction)`.
//! [`TwoBoneIkLayer`] and [`AimIkLayer`] apply corrections to a model's pose. [`TwoBoneIkJob`](crate::blocks::TwoBoneIkJob) and
//! [`AimIkJob`](crate::blocks::AimIkJob) apply them to a pose in blocks.
//!
//! The settings have the same meaning as in ozz-animation's jobs of the same names.

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
