//! A compressed clip stores keys as small integers, relative to the bind pose of a skeleton.
//!
//! A compressed clip file has these sections, in this order:
//!
//! | id               | element type | contents |
//! |------------------|--------------|------------|
//! | `PACK` or `CODE` | u8           | the keys: a packed clip in `PACK`, or a coded clip in `CODE` |
//! | `SKEL`           | u8           | the skeleton's asset name; may be empty |
//! | `TIME`           | f32          | the duration in seconds, then the largest measured error |
//! | `REST`           | u16          | the indices of the bones that the source clip does not animate, in ascending order |
//!
//! ### CompressedClip: times
//!
//! The time of frame n in seconds is n divided by the frame rate. If a clip ends between its last two frames, its last
//! frame is moved to the end of the clip. If a clip ends after its last frame, it holds the last frame's pose until the
//! end. The duration of a clip is finite and at least 0.
//!
//! Between two frames, rotations follow the shorter arc at constant speed, and translations and scales are interpolated
//! linearly.
//!
//! ### CompressedClip: rules
//!
//! - The largest measured error is the maximum distance in model space between a point in the compressed clip and the
//!   same point in the source clip.
//! - If a file contains the largest measured error, this number is finite and at least 0.
//! - The bones in `REST` have no tracks, so that other clips can move them.
//! - Version 2 added the duration (section `TIME`), version 3 the largest measured error, and version 4 the section
//!   `REST`.
//! - A compressed clip of version 1 ends at its last frame.
//!
//! ### CompressedClip: packed clip
//!
//! A packed clip has these parts, without padding between them:
//!
//! | bytes                       | value |
//! |-----------------------------|------------|
//! | 4                           | u32: the number of frames, at least 1 |
//! | 4                           | f32: the frame rate in frames per second; finite and above 0 |
//! | 2                           | u16: the number of bones |
//! | 1                           | u8: the base code, which is added to every step code in the records |
//! | 6 per block of 8 bones      | six masks, with one bit per bone: animated rotations, animated translations, animated scales, constant rotations, constant translations, constant scales |
//! | 16 per constant rotation    | f32: x of all constant rotations, then all y, all z and all w |
//! | 12 per constant translation | f32: x of all constant translations, then all y and all z |
//! | 12 per constant scale       | f32: x of all constant scales, then all y and all z |
//! | 4 per animated track        | the track's [record](#compressedclip-record) |
//! | 6 per segment               | u32: where the segment's [heads](#compressedclip-head) begin, in bytes from the start of the packed clip; u16: the number of bytes per row |
//! | the rest                    | for each segment, two lists of heads, then one row per frame |
//!
//! ### CompressedClip: tracks, segments and rows
//!
//! - Each bone has three channels: rotation, translation and scale. A track belongs to one channel of one bone.
//! - An animated track has one key per frame. A constant track has one value in local space.
//! - Channels without a track keep the bind pose.
//! - Rotation tracks come first, then translation tracks, then scale tracks. Tracks of the same channel are in the
//!   order of their bones.
//! - A segment has 16 frames. The last segment may have fewer.
//! - A row contains the keys of all animated tracks for one frame.
//! - A key consists of three integers: x, y and z. The bit widths of x, y and z are in the track's head.
//! - Each row begins at a new byte. The keys of a row are packed without gaps, starting at the lowest bit of the row's
//!   first byte.
//!
//! ### CompressedClip: decoding keys
//!
//! To decode an integer n of a key, calculate (n + minimum) x step.
//!
//! - A track's head contains a separate minimum for each of x, y and z.
//! - A track's record contains a separate step code for each of x, y and z.
//! - A step code c, from 0 to 255, stands for the step (1 + (c mod 4) / 4) x 2^(floor(c / 4) - 32).
//! - In a translation track or a scale track, the decoded numbers are added to the bind pose.
//! - In a rotation track, the decoded numbers are the x, y and z of the key rotation. A key rotation is a unit
//!   quaternion whose w is never negative.
//! - The bone's rotation is the product of three rotations: bind pose x base rotation x key rotation.
//! - The base rotation is one of the 24 rotations that map a cube onto itself. The module `base_rotations` in
//!   `format/src` lists all base rotations.
//!
//! ### CompressedClip: record
//!
//! A record has 4 bytes. Bit 0 is the lowest bit of the record.
//!
//! | bits      | value                                                                                                |
//! |-----------|------------------------------------------------------------------------------------------------------|
//! | 0 to 17   | the step codes of x, y and z minus the clip's base code, 6 bits each                                 |
//! | 18 to 29  | the shifts for the minimum x, y and z in the track's heads: how many bits to shift left; 4 bits each |
//! | 30 and 31 | 0                                                                                                    |
//!
//! ### CompressedClip: head
//!
//! Each animated track has a head of 6 bytes in each segment. The heads of a segment are stored in two lists: the first
//! list contains the first 4 bytes of each head, and the second list contains the remaining 2 bytes.
//!
//! | list   | bits     | value |
//! |--------|----------|------------|
//! | first  | 0 to 29  | the minimum x, y and z, as signed 10-bit numbers; to decode them, shift them left by the shifts in the track's record |
//! | first  | 30       | the highest bit of the base rotation's number |
//! | first  | 31       | 0 |
//! | second | 0 to 11  | the bit widths of x, y and z in the keys, 4 bits each; 15 means a width of 19 bits |
//! | second | 12 to 15 | the lower four bits of the base rotation's number, which is from 0 to 23 |
//!
//! ### CompressedClip: coded clip
//!
//! A coded clip is smaller than a packed clip. When a game loads a coded clip, the runtime converts it to a packed
//! clip. A coded clip has these parts:
//!
//! | bytes      | value                                                                             |
//! |------------|-----------------------------------------------------------------------------------|
//! | 4, 4 and 2 | the number of frames, the frame rate and the number of bones, as in a packed clip |
//! | the rest   | the output of a range coder; zero bytes at its end are left out                   |
//!
//! The range coder encodes these numbers, in this order:
//!
//! 1. For each channel of each bone, in the order of the tracks, one or two bits: `0` if the channel has no track,
//!    `1 0` if it has a constant track, or `1 1` if it has an animated track.
//! 2. For each constant track, all 32 bits of each float, from the highest bit to the lowest.
//! 3. For each animated track, its step codes, base rotations and keys.
//!
//! Each animated track is encoded as follows:
//!
//! 1. The step codes of x, y and z are stored as differences from those of the previous animated track of the same
//!    channel. The first animated track of a channel stores differences from 0.
//! 2. Only rotation tracks store base rotations. For each segment, the bit `0` means that the base rotation is the same
//!    as in the previous segment. The bit `1` is followed by five bits with the number of the new base rotation. Before
//!    the first segment, the base rotation is 0.
//! 3. The x of all keys is stored first, then the y of all keys, then the z of all keys. Each number is stored as its
//!    difference from a predicted number.
//!
//! The module `coded` in `format/src` defines how differences are stored, and how numbers are predicted.
//!
//! A coded clip must have at least n / 64 bytes, where n is 3 x bones + frames x (1 + 3 x animated tracks). This limit
//! prevents a small file from expanding into a huge clip. If a coded clip is too short, the encoder adds zero bytes at
//! the end.

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
