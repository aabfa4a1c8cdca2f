//! Players and crowds, held against a simulation of what their documents promise.
//!
//! The simulation knows nothing of the code: it moves in units of 1/1024 s, one after the other, and all times, steps and speeds
//! of a test are whole numbers of them, so neither side rounds.
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
mod hostile;
mod kinds;
mod movement;
mod planar;
