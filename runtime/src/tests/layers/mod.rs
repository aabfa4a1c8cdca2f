//! Pose layers.

mod allocations;
mod breaths;
mod eases;
mod hostile;
mod orders;
mod rigs;
mod springs;
