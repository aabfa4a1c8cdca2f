//! Pose layers.

mod allocations;
mod breath_controller;
mod breaths;
mod eases;
mod hostile;
mod ik_aim;
mod ik_cases;
mod ik_poses;
mod ik_two_bone;
mod orders;
mod rigs;
mod springs;
