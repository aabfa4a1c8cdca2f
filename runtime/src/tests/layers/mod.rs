//! Pose layers.

mod allocations;
mod breath_controller;
mod breaths;
mod eases;
mod hostile;
mod orders;
mod rigs;
mod springs;
