//! A uniform clip has one key per frame, as 32-bit floats for eight bones side by side. The runtime plays it directly
//! from the bytes of its file.
//!
//! The file has these sections, in this order:
//!
//! | id     | element         | elements |
//! |--------|-----------------|------------|
//! | `UNIF` | clip header, 16 | 1 |
//! | `MASK` | 3 x u8          | three masks per block: for bones with rotation keys, for bones with translation keys, for bones with scale keys |
//! | `STIL` | 8 x f32         | ten per block: the pose of channels without keys |
//! | `ROWS` | 8 x f32         | one row per frame |
//! | `SKEL` | u8              | the asset name of the skeleton, or empty |
//! | `REST` | u16, unaligned  | indices of the bones that the source does not animate, in ascending order; since version 2 |
//!
//! ### UniformClip: header
//!
//! | offset | type | field      | value                              |
//! |-------:|------|------------|------------------------------------|
//! |      0 | u32  | bones      | at most 65,535                     |
//! |      4 | u32  | frames     | 1 or more; the first is at 0 s     |
//! |      8 | f32  | frame rate | frames per second; finite, above 0 |
//! |     12 | f32  | duration   | seconds; finite, >= 0              |
//!
//! ### UniformClip: times
//!
//! The time of frame n is n / frame rate, in seconds. The last frame is an exception: it is never later than the
//! duration, so the last interval may be shorter than the others. After the last frame, the clip keeps its last pose
//! until the end of the duration.
//!
//! ### UniformClip: blocks and rows
//!
//! - A block has eight bones. Bit n of a mask stands for bone n of its block.
//! - A vector has eight floats, one float per bone of the block.
//! - In `STIL`, a block has ten vectors: four for the rotations (x, y, z, w), three for the translations (x, y, z) and
//!   three for the scales (x, y, z).
//! - A row contains, block by block, the vectors of each channel whose mask is not 0.
//!
//! ### UniformClip: rules
//!
//! - If the last block has places beyond the last bone, these places have no keys and are the identity.
//! - The bones in `REST` have no keys. A player lets other clips move these bones.
//! - A vector in `ROWS` has values for all eight bones. Bones without keys repeat their values from `STIL`.
//! - All values are finite. Rotations are of unit length within 0.001.
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
