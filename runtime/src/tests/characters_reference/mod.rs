//! Compares players and crowds with a simulation of their documented behaviour.
//!
//! The simulation shares no code with them. It advances in units of 1/1024 s, one at a time. All times, steps and speeds of a
//! test are whole numbers of units, so that neither side rounds.
#![expect(
    clippy::cast_possible_truncation,
    reason = "times of tests are short, and single precision is what is tested"
)]

mod action_specs;
mod additive;
mod alone;
mod clock;
mod edges;
mod events;
mod fades;
mod hostile;
mod kinds;
mod movement;
mod partial;
mod planar;
