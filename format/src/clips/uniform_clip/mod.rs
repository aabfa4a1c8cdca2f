//! A uniformly sampled clip: one key per frame in single precision, eight bones side by side, used in place in the bytes of
//! its file.
//!
//! Content type 14, version 2. The sections, in file order:
//!
//! | id     | element                  | elements                                                          |
//! |--------|--------------------------|-------------------------------------------------------------------|
//! | `UNIF` | clip header, 16          | 1                                                                 |
//! | `MASK` | 3 x u8                   | one per block: which bones have keys: rotations, translations, scales |
//! | `STIL` | 8 x f32                  | ten per block: the pose of channels without keys                  |
//! | `ROWS` | 8 x f32                  | one row per frame                                                 |
//! | `SKEL` | u8                       | the asset name of the skeleton, UTF-8, or empty                   |
//! | `REST` | u16, unaligned           | the bones that the source leaves at rest; since version 2         |
//!
//! Clip header:
//!
//! | offset | type | field      | value                                                            |
//! |-------:|------|------------|------------------------------------------------------------------|
//! |      0 | u32  | bones      | at most 65,535                                                   |
//! |      4 | u32  | frames     | 1 or more; the first is at 0 s                                   |
//! |      8 | f32  | frame rate | frames per second; finite, above 0                                 |
//! |     12 | f32  | duration   | seconds; finite, >= 0                                            |
//!
//! Frame n is at n / frame rate, but the last frame is never later than the duration, so the last interval may be
//! shorter than the others. After the last frame, the clip keeps its last pose until the end of the duration.
//!
//! A block has eight bones. Bit n of a mask stands for bone n of its block. The ten vectors of a block in `STIL` are x,
//! y, z, w of rotations, x, y, z of translations, x, y, z of scales. A row has, block by block, the vectors of each
//! channel whose mask is not 0: four for rotations, three for translations and three for scales.
//!
//! The clip does not move bones at rest, so a player lets other clips move them. `REST` lists them in ascending order.
//!
//! Rules: bones beyond the last have no keys and are the identity. Bones at rest have no keys. In the rows, bones without keys
//! have the same values as in `STIL`. All values are finite, and rotations are of unit length within 0.001. Each rotation of a
//! row is in the hemisphere of the same bone's rotation in the previous row: the dot product of the two is not negative, so
//! samplers can interpolate whole vectors without branching.

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
