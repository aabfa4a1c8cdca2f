//! A compressed clip stores keys as small whole numbers, relative to the bind pose of a skeleton.
//!
//! The file has these sections, in this order:
//!
//! | id               | element | elements |
//! |------------------|---------|------------|
//! | `PACK` or `CODE` | u8      | the packed clip or the coded clip |
//! | `SKEL`           | u8      | the asset name of the skeleton, or empty |
//! | `TIME`           | f32     | the duration in seconds (since version 2), then the largest measured error (since version 3) |
//! | `REST`           | u16     | indices of the bones that the source does not animate, in ascending order; since version 4 |
//!
//! ### CompressedClip: times
//!
//! The time of frame n is n / frames per second, in seconds. The last frame is an exception: it is never later than the
//! duration, so the last interval may be shorter than the others. After the last frame, the clip keeps its last pose
//! until the end of the duration. The duration is finite and at least 0. In version 1, a clip lasts until its last
//! frame.
//!
//! Between frames, rotations take the shorter arc at constant speed. Translations and scales are interpolated linearly.
//!
//! ### CompressedClip: rules
//!
//! - The largest measured error is a distance in model space, in units of the clip. This error is finite and at least
//!   0.
//! - A clip may lack the largest measured error.
//! - The bones in `REST` have no tracks. A player lets other clips move these bones.
//!
//! ### CompressedClip: packed clip
//!
//! A packed clip has these parts, which are not aligned:
//!
//! | bytes         | value |
//! |---------------|------------|
//! | 4             | u32: frames, 1 or more |
//! | 4             | f32: frames per second, finite, above 0 |
//! | 2             | u16: bones |
//! | 1             | u8: the clip's base, which is subtracted from all step codes in records |
//! | 6 per block   | six masks of eight bones, u8 each: animated rotations, animated translations, animated scales, constant rotations, constant translations, constant scales |
//! | 16 each       | constant rotations in the order of tracks, f32: all x, then all y, all z and all w |
//! | 12 each       | constant translations in the order of tracks, f32: all x, then all y and all z |
//! | 12 each       | constant scales in the order of tracks, f32: all x, then all y and all z |
//! | 4 per track   | one record per animated track |
//! | 6 per segment | u32: offset of the segment's [heads](#compressedclip-head) from the start of the packed clip, in bytes; u16: bytes per row |
//! | segments      | for each segment: its two lists of heads, then one row per frame |
//!
//! ### CompressedClip: tracks, segments and rows
//!
//! - A track has the keys of one channel of one bone. The channels are rotation, translation and scale.
//! - Tracks are ordered by channel, and within a channel by bone.
//! - A segment has 16 frames. The last segment may have fewer than 16 frames.
//! - A row has one key of each animated track, and begins on a byte boundary.
//! - A key consists of three whole numbers for x, y and z. The track's head says how many bits each of these numbers
//!   has.
//! - The bits of a row are packed from the lowest bit of its first byte.
//!
//! ### CompressedClip: decoding keys
//!
//! A number n of a key stands for (n + least value) x step. The least value of each component is in the segment's head
//! for the track. The step of each component is in the track's record, as a code c from 0 to 255. The step is (1 + (c
//! mod 4) / 4) x 2^(floor(c / 4) - 32).
//!
//! For a translation or a scale, the result is the difference from the bind pose. For a rotation, the results are the
//! x, y and z of the key rotation, a quaternion with w >= 0. The bone's rotation is bind pose x base rotation x key
//! rotation. The base rotation is one of the 24 rotations of a cube, which the `base_rotations` module lists.
//!
//! ### CompressedClip: record
//!
//! A record has 4 bytes. Bit 0 is the lowest bit.
//!
//! | bits   | value                                                                                      |
//! |--------|--------------------------------------------------------------------------------------------|
//! | 0..18  | the step codes of x, y and z, each minus the clip's base: 6 bits each                      |
//! | 18..30 | how far the least values of x, y and z in the track's heads are shifted right: 4 bits each |
//! | 30..32 | 0                                                                                          |
//!
//! ### CompressedClip: head
//!
//! Each track has a head of 6 bytes in each segment: 4 bytes in the segment's first list, and 2 bytes in its second
//! list.
//!
//! | list   | bits   | value |
//! |--------|--------|------------|
//! | first  | 0..30  | the least values of x, y and z in the segment, as signed 10-bit numbers; to decode a value, shift it left by its shift in the record |
//! | first  | 30     | the highest bit of the base rotation's number |
//! | first  | 31     | 0 |
//! | second | 0..12  | the widths of x, y and z in bits, 4 bits each: 0 to 14, or 15 for a width of 19 bits |
//! | second | 12..16 | the lower four bits of the base rotation's number, which is 0 to 23 |
//!
//! ### CompressedClip: coded clip
//!
//! A coded clip is smaller than a packed clip. When the runtime loads a coded clip, it makes a packed clip from it. A
//! coded clip has these parts:
//!
//! | bytes    | value                                                                     |
//! |----------|---------------------------------------------------------------------------|
//! | 4, 4, 2  | frames, frames per second, bones, as in a packed clip                     |
//! | the rest | the output of a range coder for the numbers below, without trailing zeros |
//!
//! The range coder encodes these numbers, in this order:
//!
//! 1. For each channel of each bone, in the order of tracks: whether the channel has a track, and if so, whether the
//!    track is animated.
//! 2. All bits of the constant rotations, translations and scales.
//! 3. The data of the animated tracks, one track after another.
//!
//! The data of an animated track has three parts:
//!
//! 1. The differences between the track's step codes and the step codes of the previous track of the same channel.
//! 2. Only for rotations, for each segment: whether the base rotation changes, and if so, the five bits of the new base
//!    rotation.
//! 3. For each component: the differences between the keys and their predictions.
//!
//! The `coded` module defines how differences are coded, and how keys are predicted. A coded clip must have at least
//! one byte for every 64 numbers, so that a small file cannot expand to a huge clip. If the coded data is shorter, the
//! encoder pads the data with zero bytes. To check this limit, count 3 numbers for each bone and, for each frame, 1
//! number plus 3 for each animated track.

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
