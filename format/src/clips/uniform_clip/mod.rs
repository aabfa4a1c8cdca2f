//! A uniform clip has one key per frame, as 32-bit floats. The values of eight bones are stored side by side, for SIMD
//! instructions.
//!
//! A uniform clip file has these sections, in this order:
//!
//! | id     | element type          | contents |
//! |--------|-----------------------|------------|
//! | `UNIF` | clip header, 16 bytes | the clip header |
//! | `MASK` | 3 x u8                | for each block of eight bones, three masks: the bones with rotation keys, translation keys and scale keys |
//! | `STIL` | 8 x f32               | ten vectors per block of eight bones: the values of channels without keys |
//! | `ROWS` | 8 x f32               | for each frame, the vectors of its row |
//! | `SKEL` | u8                    | the skeleton's asset name; may be empty |
//! | `REST` | u16                   | the indices of the bones that the source clip does not animate, in ascending order |
//!
//! ### UniformClip: header
//!
//! | offset | type | field      | value                                                 |
//! |-------:|------|------------|-------------------------------------------------------|
//! |      0 | u32  | bones      | the number of bones, at most 65,535                   |
//! |      4 | u32  | frames     | the number of frames, at least 1                      |
//! |      8 | f32  | frame rate | the number of frames per second; finite and above 0   |
//! |     12 | f32  | duration   | the clip's duration in seconds; finite and at least 0 |
//!
//! ### UniformClip: times
//!
//! The time of frame n in seconds is n divided by the frame rate. If a clip ends between its last two frames, its last
//! frame is moved to the end of the clip. If a clip ends after its last frame, it holds the last frame's pose until the
//! end.
//!
//! ### UniformClip: blocks and rows
//!
//! - A block has eight bones. Bit n of a mask stands for bone n of its block.
//! - A vector has eight floats, one for each bone of the block.
//! - In `STIL`, a block has ten vectors: rotation x, y, z and w, then translation x, y and z, then scale x, y and z.
//! - A row contains the vectors of all blocks, one block after another. If the mask of a channel is 0, rows contain no
//!   vectors for this channel.
//!
//! ### UniformClip: rules
//!
//! - If the number of bones is not a multiple of eight, the last block is filled with bones that have the identity
//!   transform and no keys.
//! - The bones in `REST` have no keys, so that other clips can move them.
//! - Version 2 of uniform clips added the section `REST`.
//! - If only some bones of a block have keys in a channel, the other bones repeat their values from `STIL` in every
//!   row.
//! - All floats in a uniform clip are finite. The length of each rotation is 1, with a tolerance of 0.001.
//! - The dot product of a bone's rotations in two consecutive rows is not negative.

mod check;
mod clip;
mod layout;
mod tables;
#[cfg(test)]
mod tests;
mod view;

pub use clip::{UniformClip, UniformTrack};
pub use layout::UniformClipLayout;
pub use view::{BLOCK_VECTORS, UniformClipView, Vector};
