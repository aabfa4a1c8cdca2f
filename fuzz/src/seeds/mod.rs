//! Undamaged inputs, from which damaged ones are made.

mod collector;
mod folders;
mod seed;

pub use collector::collect;
pub use folders::{content, own};
pub use seed::{LONGEST, Seed};
