//! A compressed clip: small whole numbers for keys, relative to the bind pose of a skeleton.
//!
//! Content type 2, version 2. The sections, in file order:
//!
//! | id               | element | elements                                                |
//! |------------------|---------|---------------------------------------------------------|
//! | `PACK` or `CODE` | u8      | the packed clip, or the coded one                       |
//! | `SKEL`           | u8      | the asset name of the skeleton, UTF-8, or nothing       |
//! | `TIME`           | f32     | the duration in seconds: finite, >= 0; since version 2  |
//!
//! Frame n is at n / frames a second, but the last at the duration where that comes sooner, so the last interval may be shorter
//! than the others. Where the duration is longer, the last frame holds. A clip of version 1 lasts to its last frame.
//!
//! Packed clip, nothing in it aligned:
//!
//! | bytes       | value                                                                                       |
//! |-------------|---------------------------------------------------------------------------------------------|
//! | 4           | u32: frames, 1 or more                                                                      |
//! | 4           | f32: frames a second, finite, above 0                                                       |
//! | 2           | u16: bones                                                                                  |
//! | 1           | u8: the base of the codes of steps                                                          |
//! | 6 a block   | for each eight bones u8 masks: animated rotations, translations, scales; constant ones      |
//! | 16 each     | constant rotations in the order of tracks: f32 x of all, y of all, z of all, w of all       |
//! | 12 each     | constant translations likewise: f32 x of all, y of all, z of all                            |
//! | 12 each     | constant scales likewise                                                                    |
//! | 4 a track   | a [`Record`]                                                                                |
//! | 6 a segment | u32: where its heads begin, from the first byte of the packed clip; u16: bytes a row        |
//! | segments    | for each the two lists of its [`Head`]s, then a row for each of its 16 frames               |
//!
//! Tracks are ordered by channel, and in that by bone. A row begins at a byte and has the keys of all tracks, x, y, z of
//! each in as many bits as the head says, from the lowest bit of the first byte on. A key is its segment's least value plus
//! what the row says, times the step of its component. For a translation or a scale that is the difference from bind. For
//! a rotation it is x, y, z of a quaternion whose w is not negative: bind x turn x key.
//!
//! Coded clip, which is smaller, and packed again when it is loaded:
//!
//! | bytes       | value                                                                                       |
//! |-------------|---------------------------------------------------------------------------------------------|
//! | 4, 4, 2     | frames, frames a second, bones, as in a packed clip                                         |
//! | the rest    | what a range coder makes of what follows, without zeros at the end                          |
//!
//! For each channel of each bone, in the order of tracks: whether it is kept, and if so, whether it is animated. The constants,
//! bit by bit. For each track: how its steps differ from those of the track before of the same channel; for each segment of a
//! rotation whether the turn is another, and if so, its five bits; then component by component how far each key is from
//! what the keys before it let expect. How numbers and guesses are made is in the module `coded`. There are at most 64 numbers
//! a byte, for which zeros are added at the end where that is not so: each bone counts as 3, each frame as 3 for each track, and 1.

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
mod turns;
mod unpack;
mod view;

pub use clip::{AnimatedTrack, Channel, CompressedClip, ConstantTrack, SEGMENT_FRAMES, Storage};
pub use head::{HEAD_BYTES, Head};
pub use layout::CompressedClipLayout;
pub use limits::DecodeLimits;
pub use record::{RECORD_BYTES, Record};
pub use step::{STEP_BIAS, STEP_SPREAD, step_code, step_size};
pub use turns::TURNS;
pub use view::{BlockMasks, CompressedClipView, Segment, window, window_in};
