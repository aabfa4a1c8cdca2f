//! A uniformly sampled clip: a key per frame in single precision, eight bones side by side, used from the bytes of its file.
//!
//! Content type 14, version 1. The sections, in file order:
//!
//! | id     | element                  | elements                                                          |
//! |--------|--------------------------|-------------------------------------------------------------------|
//! | `UNIF` | clip header, 16          | 1                                                                 |
//! | `MASK` | 3 x u8                   | one a block: which bones have keys: rotations, translations, scales |
//! | `STIL` | 8 x f32                  | ten a block: the pose of what has no keys                         |
//! | `ROWS` | 8 x f32                  | a row a frame                                                     |
//! | `SKEL` | u8                       | the asset name of the skeleton, UTF-8, or nothing                 |
//!
//! Clip header:
//!
//! | offset | type | field      | value                                                            |
//! |-------:|------|------------|------------------------------------------------------------------|
//! |      0 | u32  | bones      | at most 65,535                                                   |
//! |      4 | u32  | frames     | 1 or more; the first is at 0 s                                   |
//! |      8 | f32  | frame rate | frames a second; finite, above 0                                 |
//! |     12 | f32  | duration   | seconds; finite, >= 0                                            |
//!
//! Frame n is at n / frame rate, but the last at the duration where that comes sooner, so the last interval may be shorter than
//! the others. Where the duration is longer, the last frame holds.
//!
//! A block is eight bones, bit n of a mask its bone n. The ten vectors of a block in `STIL` are x, y, z, w of rotations, x, y, z
//! of translations, x, y, z of scales. A row has, block by block, for each channel of which the mask is not 0 its vectors: four
//! for rotations, three for others.
//!
//! Rules: bones beyond the last have no keys and are the identity. In rows, bones without keys have the value that they have
//! in `STIL`. All values are finite; rotations are of unit length within 0.001, and no rotation of a row is on the other side
//! of that in the row before it: the sum of the products of their components is not negative. So whoever samples interpolates
//! whole vectors and asks for nothing.

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
