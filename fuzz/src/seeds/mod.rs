//! Valid inputs, which are then damaged.

mod collector;
mod folders;
mod seed;

pub use collector::collect;
pub use folders::{content, own};
pub use seed::{LONGEST, Seed};
