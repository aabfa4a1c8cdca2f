//! A compressed clip: small whole numbers for keys, relative to the bind pose of a skeleton.
//!
//! Content type 2, version 4. The sections, in file order:
//!
//! | id               | element | elements                                                |
//! |------------------|---------|---------------------------------------------------------|
//! | `PACK` or `CODE` | u8      | the packed clip, or the coded one                       |
//! | `SKEL`           | u8      | the asset name of the skeleton, UTF-8, or empty         |
//! | `TIME`           | f32     | the duration in seconds: finite, >= 0; since version 2  |
//! |                  | f32     | the largest error that was measured, or none            |
//! | `REST`           | u16     | the bones that the source leaves at rest, in ascending order; since version 4 |
//!
//! Frame n is at n / frames per second, but the last frame is never later than the duration, so the last interval may be shorter
//! than the others. If the duration is longer, the last frame holds. A clip of version 1 lasts to its last frame.
//!
//! The error is a distance in model space, in units of the clip: finite, >= 0; since version 3. Between frames
//! rotations go the shorter way at constant speed, translations and scales straight.
//!
//! The clip does not move bones at rest: a player leaves them to other clips. They have no tracks.
//!
//! Packed clip, nothing in it aligned:
//!
//! | bytes       | value                                                                                       |
//! |-------------|---------------------------------------------------------------------------------------------|
//! | 4           | u32: frames, 1 or more                                                                      |
//! | 4           | f32: frames per second, finite, above 0                                                       |
//! | 2           | u16: bones                                                                                  |
//! | 1           | u8: the base of the codes of steps                                                          |
//! | 6 per block | for each eight bones u8 masks: animated rotations, translations, scales; constant ones      |
//! | 16 each     | constant rotations in the order of tracks: f32 x of all, y of all, z of all, w of all       |
//! | 12 each     | constant translations likewise: f32 x of all, y of all, z of all                            |
//! | 12 each     | constant scales likewise                                                                    |
//! | 4 per track | a [`Record`]                                                                                |
//! | 6 per segment | u32: the position of its heads, from the first byte of the packed clip; u16: bytes a row    |
//! | segments    | for each the two lists of its [`Head`]s, then a row for each of its 16 frames               |
//!
//! Tracks are ordered by channel, and in that by bone. A row begins at a byte and has the keys of all tracks, x, y, z of
//! each in the number of bits that the head states, from the lowest bit of the first byte on. A key is its segment's least
//! value plus the row's value, times the step of its component. For a translation or a scale, this value is the difference from
//! bind. For a rotation, it is x, y, z of a quaternion with w >= 0, and the rotation is bind x base rotation x key.
//!
//! Coded clip, which is smaller, and packed again when it is loaded:
//!
//! | bytes       | value                                                                                       |
//! |-------------|---------------------------------------------------------------------------------------------|
//! | 4, 4, 2     | frames, frames per second, bones, as in a packed clip                                         |
//! | the rest    | what a range coder makes of what follows, without zeros at the end                          |
//!
//! The code contains, for each channel of each bone in the order of tracks, whether it has a track, and if so, whether
//! the track is animated. The constants follow, bit by bit. Each track then has the differences of its steps from those
//! of the previous track of its channel. For each segment of a rotation follows whether the base rotation changes, and if
//! so, its five bits. Component by component, the differences of the keys from their predictions follow. The module `coded` defines the numbers and predictions. There are at most 64
//! numbers per byte, for which zeros are added at the end if necessary: each bone counts as 3, each frame as 3 per track, and 1.

mod base_rotations;
mod clip;
mod coded;
mod head;
mod layout;
mod limits;
mod payload;
mod record;
mod step;
#[cfg(test)]
mod tests;
mod unpack;
mod view;

pub use base_rotations::BASE_ROTATIONS;
pub use clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, SEGMENT_FRAMES, Storage};
pub use head::{HEAD_BYTES, Head};
pub use layout::CompressedClipLayout;
pub use limits::DecodeLimits;
pub use record::{RECORD_BYTES, Record};
pub use step::{STEP_BIAS, STEP_SPREAD, step_code, step_size};
pub use view::{BlockMasks, CompressedClipView, Segment, window, window_in};
