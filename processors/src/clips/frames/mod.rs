//! Clips at even frames: when a source's keys are, how many frames a clip has, and what its bones do at each.

mod channels;
mod key_budget;
mod key_times;
mod on_skeleton;
mod played;
#[cfg(test)]
mod tests;

pub(crate) use channels::{Frames, TooManyKeys, rotations, translations};
pub(crate) use key_budget::check_keys;
pub(crate) use key_times::{KeySpan, KeyTimes, own_rate};
pub(crate) use on_skeleton::{ClipOnSkeleton, Sampling};
