//! Evenly spaced frames: the times of a source's keys, the number of frames in a clip, and the pose of its bones at each frame.

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
