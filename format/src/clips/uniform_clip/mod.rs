//! A uniform clip has one key per frame, as 32-bit floats. The values of eight bones are stored side by side, for SIMD
//! instructions. The runtime plays a uniform clip directly from the bytes of its file.
//!
//! A uniform clip file has these sections, in this order:
//!
//! | id     | element               | elements |
//! |--------|-----------------------|------------|
//! | `UNIF` | clip header, 16 bytes | 1 |
//! | `MASK` | 3 x u8                | one per block of eight bones: masks of the bones with rotation keys, with translation keys and with scale keys |
//! | `STIL` | 8 x f32               | ten per block of eight bones: the pose of channels without keys |
//! | `ROWS` | 8 x f32               | per frame: the vectors of one row |
//! | `SKEL` | u8                    | asset name of the skeleton; may be empty |
//! | `REST` | u16, unaligned        | indices of the bones that the source clip does not animate, in ascending order |
//!
//! ### UniformClip: header
//!
//! | offset | type | field      | value                                                         |
//! |-------:|------|------------|---------------------------------------------------------------|
//! |      0 | u32  | bones      | number of bones, at most 65,535                               |
//! |      4 | u32  | frames     | number of frames, at least 1; the first frame is at 0 seconds |
//! |      8 | f32  | frame rate | frames per second; finite, above 0                            |
//! |     12 | f32  | duration   | seconds; finite, >= 0                                         |
//!
//! ### UniformClip: times
//!
//! The time of frame n, in seconds, is n divided by the frame rate. But if the clip ends between its last two frames,
//! the last frame is at the end of the clip instead. If the clip ends after its last frame, it holds the pose of that
//! frame until the end.
//!
//! ### UniformClip: blocks and rows
//!
//! - A block has eight bones. Bit n of a mask stands for bone n of its block.
//! - A vector has eight floats, one float per bone of the block.
//! - In `STIL`, a block has ten vectors: rotation x, y, z and w, then translation x, y and z, then scale x, y and z.
//! - A row has the vectors of all blocks, one block after another. Only channels whose mask is not 0 have vectors in a
//!   row.
//!
//! ### UniformClip: rules
//!
//! - If the last block has fewer than eight bones, its unused places have no keys and contain the identity transform.
//! - The bones in `REST` have no keys, so that other clips can move them.
//! - Version 2 added the section `REST`.
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
