//! A compressed clip: its keys are small whole numbers, relative to the bind pose of a skeleton.
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
//! Frame n is at n / frames per second, but the last frame is never later than the duration, so the last interval may
//! be shorter than the others. After the last frame, the clip keeps its last pose until the end of the duration. A clip
//! of version 1 lasts until its last frame.
//!
//! The error is a distance in model space, in units of the clip: finite, >= 0; since version 3. Between frames, rotations
//! take the shorter arc at constant speed, and translations and scales are interpolated linearly.
//!
//! Bones at rest have no tracks. The clip does not move them, so a player lets other clips move them.
//!
//! A packed clip, whose parts are not aligned:
//!
//! | bytes       | value                                                                                       |
//! |-------------|---------------------------------------------------------------------------------------------|
//! | 4           | u32: frames, 1 or more                                                                      |
//! | 4           | f32: frames per second, finite, above 0                                                       |
//! | 2           | u16: bones                                                                                  |
//! | 1           | u8: the base of the codes of steps                                                          |
//! | 6 per block | per eight bones, u8 masks: animated rotations, translations, scales; then constant ones     |
//! | 16 each     | constant rotations in the order of tracks: f32 x of all, y of all, z of all, w of all       |
//! | 12 each     | constant translations likewise: f32 x of all, y of all, z of all                            |
//! | 12 each     | constant scales likewise                                                                    |
//! | 4 per track | a [`Record`]                                                                                |
//! | 6 per segment | u32: the position of its heads, from the first byte of the packed clip; u16: bytes per row  |
//! | segments    | per segment, the two lists of its [`Head`]s, then a row for each of its 16 frames           |
//!
//! Tracks are ordered by channel, and within a channel by bone. A row starts on a byte boundary and contains one key
//! of each track. A key is its x, y and z, each in the number of bits that the head of the track states. The bits of
//! a row are packed from the lowest bit of its first byte. To get a key, add the row's value to the minimum of its
//! segment, then multiply by the step of its component. For a translation or a scale, the result is the difference
//! from the bind pose. For a rotation, the result is x, y, z of a quaternion with w >= 0, and the rotation is bind
//! pose x base rotation x key.
//!
//! A coded clip is smaller, and the runtime turns it into a packed clip when it loads the file:
//!
//! | bytes       | value                                                                                       |
//! |-------------|---------------------------------------------------------------------------------------------|
//! | 4, 4, 2     | frames, frames per second, bones, as in a packed clip                                         |
//! | the rest    | the output of a range coder for the data below, without trailing zeros                      |
//!
//! First, for each channel of each bone in the order of tracks, the coded data says whether the channel has a track,
//! and if so, whether the track is animated. The constants follow, with all their bits. Then the data of each animated
//! track follow: the differences of its steps from the steps of the previous track of its channel; for each segment of
//! a rotation, whether the base rotation changes, and if so, the five bits of the new base rotation; and, component by
//! component, the differences of the keys from their predictions. The `coded` module defines the numbers and
//! predictions. The clip has at most 64 numbers per byte. If it would have more, the encoder adds zero bytes at the
//! end. For this limit, a bone counts as 3 numbers, and a frame as 1 number plus 3 numbers per animated track.

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
