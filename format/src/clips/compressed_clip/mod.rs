//! A compressed clip: keys are stored as small whole numbers, relative to the bind pose of a skeleton.
//!
//! Content type 2, version 4. The sections, in file order:
//!
//! | id               | element | elements                                                |
//! |------------------|---------|---------------------------------------------------------|
//! | `PACK` or `CODE` | u8      | the packed clip or the coded clip                       |
//! | `SKEL`           | u8      | the asset name of the skeleton, UTF-8, or empty         |
//! | `TIME`           | f32     | the duration in seconds: finite, >= 0; since version 2  |
//! |                  | f32     | the largest measured error, or nothing                  |
//! | `REST`           | u16     | the bones that the source leaves at rest, in ascending order; since version 4 |
//!
//! The time of frame n is n / frames per second, in seconds. The last frame is an exception: it is never later than the
//! duration, so the last interval may be shorter than the others. After the last frame, the clip keeps its last pose
//! until the end of the duration. A clip of version 1 lasts until its last frame.
//!
//! The largest measured error is a distance in model space, in units of the clip. It is finite, >= 0, and exists since
//! version 3. Between frames, rotations take the shorter arc at constant speed, and translations and scales are
//! interpolated linearly.
//!
//! Bones at rest are bones that the source does not move. They have no tracks, so a player lets other clips move them.
//!
//! The parts of a packed clip, which are not aligned:
//!
//! | bytes       | value                                                                                       |
//! |-------------|---------------------------------------------------------------------------------------------|
//! | 4           | u32: frames, 1 or more                                                                      |
//! | 4           | f32: frames per second, finite, above 0                                                       |
//! | 2           | u16: bones                                                                                  |
//! | 1           | u8: the clip's base: a track's record stores the codes of its steps minus this number       |
//! | 6 per block | u8 masks of eight bones: animated rotations, translations, scales; constant rotations, translations, scales |
//! | 16 each     | constant rotations in the order of tracks: f32 x of all, y of all, z of all, w of all       |
//! | 12 each     | constant translations in the order of tracks: f32 x of all, y of all, z of all              |
//! | 12 each     | constant scales in the order of tracks: f32 x of all, y of all, z of all                    |
//! | 4 per track | a [`Record`]                                                                                |
//! | 6 per segment | u32: offset of the segment's heads in the packed clip; u16: bytes per row                   |
//! | segments    | per segment, the two lists of its [`Head`]s, then a row for each of its frames (16, or fewer in the last segment) |
//!
//! A track has the keys of one channel of one bone: rotation, translation or scale. Tracks are ordered by channel, and
//! within a channel by bone. A segment has up to 16 frames. A row starts on a byte boundary and contains one key of
//! each animated track. A key consists of three whole numbers for x, y and z. The track's head says how many bits each
//! of these numbers has. The bits of a row are packed from the lowest bit of its first byte. To decode a number, add it
//! to the component's least value in the segment, then multiply the sum by the component's step. Each step has a code c
//! from 0 to 255: the step is (1 + (c mod 4) / 4) x 2^(floor(c / 4) - 32). For a translation or a scale, the result is
//! the difference from the bind pose. For a rotation, the result is the x, y, z of the key rotation, a quaternion with
//! w >= 0. The bone's rotation is bind pose x base rotation x key rotation. The base rotation is one of the 24
//! rotations of a cube, which the `base_rotations` module lists.
//!
//! A coded clip is smaller. The runtime turns it into a packed clip when it loads the file. The parts of a coded clip:
//!
//! | bytes       | value                                                                                       |
//! |-------------|---------------------------------------------------------------------------------------------|
//! | 4, 4, 2     | frames, frames per second, bones, as in a packed clip                                         |
//! | the rest    | the output of a range coder for the data below, without trailing zeros                      |
//!
//! The coded data begins with the channels of all bones, in the order of tracks. For each channel, it says whether the
//! channel has a track, and if so, whether the track is animated. The constants follow, with all their bits. Then the
//! data of each animated track follows, in three parts. The first part says how the codes of the track's steps differ
//! from those of the previous track of the same channel. The second part exists only for rotations. For each segment,
//! it says whether the base rotation changes, and if so, has the five bits of the new base rotation. The third part
//! has, component by component, the differences between the keys and their predictions. The `coded` module defines how
//! differences are coded, and how keys are predicted. A coded clip has at most 64 numbers per byte. If a clip has more
//! numbers, the encoder adds zero bytes at the end. For this limit, a bone counts as 3 numbers, and a frame as 1 number
//! plus 3 numbers per animated track.

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
