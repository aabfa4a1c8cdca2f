//! A compressed clip stores keys as small whole numbers, relative to the bind pose of a skeleton.
//!
//! A compressed clip file has these sections, in this order:
//!
//! | id               | element | elements                                                                       |
//! |------------------|---------|--------------------------------------------------------------------------------|
//! | `PACK` or `CODE` | u8      | the keys: a packed clip in `PACK`, or a coded clip in `CODE`                   |
//! | `SKEL`           | u8      | asset name of the skeleton; may be empty                                       |
//! | `TIME`           | f32     | the duration in seconds, then the largest measured error                       |
//! | `REST`           | u16     | indices of the bones that the source clip does not animate, in ascending order |
//!
//! ### CompressedClip: times
//!
//! The time of frame n, in seconds, is n divided by the frame rate. But if the clip ends between its last two frames,
//! the last frame is at the end of the clip instead. If the clip ends after its last frame, it holds the pose of that
//! frame until the end. The duration of a clip is finite and at least 0.
//!
//! Between two frames, rotations take the shorter arc at constant speed. Translations and scales are interpolated
//! linearly.
//!
//! ### CompressedClip: rules
//!
//! - The largest measured error is the greatest distance between a point in the compressed clip and the same point in
//!   the source clip.
//! - The largest measured error is in model space, in the clip's unit of length. It is finite and at least 0, and may
//!   be missing from the file.
//! - The bones in `REST` have no tracks, so that other clips can move them.
//! - Version 2 added the section `TIME` with the duration. In version 1, a clip ends at its last frame.
//! - Version 3 added the largest measured error to `TIME`.
//! - Version 4 added the section `REST`.
//!
//! ### CompressedClip: packed clip
//!
//! A packed clip has these parts, without padding between them:
//!
//! | bytes                       | value |
//! |-----------------------------|------------|
//! | 4                           | u32: number of frames, at least 1 |
//! | 4                           | f32: frame rate in frames per second; finite, above 0 |
//! | 2                           | u16: number of bones |
//! | 1                           | u8: base code, which is added to every step code in the records |
//! | 6 per block of 8 bones      | six masks, with one bit per bone: animated rotations, animated translations, animated scales, constant rotations, constant translations, constant scales |
//! | 16 per constant rotation    | f32: x of all constant rotations, then all y, all z and all w |
//! | 12 per constant translation | f32: x of all constant translations, then all y and all z |
//! | 12 per constant scale       | f32: x of all constant scales, then all y and all z |
//! | 4 per animated track        | the [record](#compressedclip-record) of the track |
//! | 6 per segment               | u32: where the [heads](#compressedclip-head) of the segment begin, in bytes from the start of the packed clip; u16: bytes per row |
//! | the rest                    | for each segment: two lists of heads, then one row per frame |
//!
//! ### CompressedClip: tracks, segments and rows
//!
//! - Each bone has three channels: rotation, translation and scale. A track belongs to one channel of one bone.
//! - An animated track has one key per frame. A constant track has one value in local space.
//! - Channels without a track keep the bind pose.
//! - Tracks of rotations come first, then tracks of translations, then tracks of scales. Tracks of the same channel are
//!   in the order of their bones.
//! - A segment has 16 frames. The last segment may have fewer.
//! - A row belongs to one frame, and has one key of each animated track.
//! - A key consists of three whole numbers, for x, y and z. The head of a track says how many bits the x, y and z of
//!   its keys have.
//! - Each row begins at a new byte. The keys of a row are packed without gaps, starting at the lowest bit of the row's
//!   first byte.
//!
//! ### CompressedClip: decoding keys
//!
//! To decode a number n of a key, calculate (n + minimum) x step.
//!
//! - The head of a track has a minimum for each of x, y and z.
//! - The record of a track has a step code for each of x, y and z.
//! - A step code c, from 0 to 255, stands for the step (1 + (c mod 4) / 4) x 2^(floor(c / 4) - 32).
//! - For a translation or a scale, the decoded numbers are added to the bind pose.
//! - For a rotation, the decoded numbers are the x, y and z of a unit quaternion, the key rotation. Its w is never
//!   negative.
//! - The rotation of the bone is the product of three rotations: bind pose x base rotation x key rotation.
//! - The base rotation is one of the 24 rotations that turn a cube onto itself. The module `base_rotations` in
//!   `format/src` lists all 24 rotations.
//!
//! ### CompressedClip: record
//!
//! A record has 4 bytes. Bit 0 is the lowest bit of the record.
//!
//! | bits      | value                                                                                 |
//! |-----------|---------------------------------------------------------------------------------------|
//! | 0 to 17   | step codes of x, y and z minus the base code of the clip, 6 bits each                 |
//! | 18 to 29  | shifts for the minimum x, y and z in the track's heads, 4 bits each                   |
//! | 30 and 31 | 0                                                                                     |
//!
//! ### CompressedClip: head
//!
//! Each animated track has a head of 6 bytes in each segment. The heads of a segment are stored in two lists: the
//! first list has the first 4 bytes of each head, and the second list has the other 2 bytes.
//!
//! | list   | bits     | value |
//! |--------|----------|------------|
//! | first  | 0 to 29  | minimum x, y and z, as signed numbers of 10 bits each; to decode a minimum, shift it left by the number of bits given in the track's record |
//! | first  | 30       | the highest bit of the base rotation's number |
//! | first  | 31       | 0 |
//! | second | 0 to 11  | widths of x, y and z in the keys, 4 bits each: 0 to 14 are widths in bits, and 15 means 19 bits |
//! | second | 12 to 15 | the lower four bits of the base rotation's number, which is 0 to 23 |
//!
//! ### CompressedClip: coded clip
//!
//! A coded clip is smaller than a packed clip. The runtime converts a coded clip to a packed clip when a game loads the
//! clip. A coded clip has these parts:
//!
//! | bytes      | value                                                                 |
//! |------------|-----------------------------------------------------------------------|
//! | 4, 4 and 2 | number of frames, frame rate and number of bones, as in a packed clip |
//! | the rest   | the output of a range coder; zero bytes at its end are left out       |
//!
//! The range coder encodes these numbers, in this order:
//!
//! 1. One bit for each channel of each bone, in the order of the tracks: 1 if the channel has a track, otherwise 0. If
//!    the bit is 1, another bit follows: 1 if the track is animated, 0 if it is constant.
//! 2. The constant tracks, one after another: all 32 bits of each float, from the highest bit to the lowest.
//! 3. The data of the animated tracks, one track after another.
//!
//! The data of an animated track has three parts:
//!
//! 1. The step codes of x, y and z. Each step code is stored as its difference from the step code in the previous
//!    animated track of the same channel. The first track of a channel stores its difference from 0.
//! 2. Only in a rotation track: the base rotations. Each segment has one bit: 1 if its base rotation differs from that
//!    of the previous segment, otherwise 0. If the bit is 1, five bits with the number of the new base rotation
//!    follow. The first segment is compared with base rotation 0.
//! 3. All keys of x, then all keys of y, then all keys of z. Each number is stored as the difference from a predicted
//!    number.
//!
//! The module `coded` in `format/src` defines how differences are stored, and how numbers are predicted.
//!
//! A coded clip must have at least one byte for every 64 numbers, so that a small file cannot expand into a huge clip.
//! For this limit, a clip counts as 3 x bones + frames x (1 + 3 x animated tracks) numbers. If a coded clip is too
//! short, the encoder adds zero bytes at the end.

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
