//! A motion describes how the root bone of a clip moves a character while the clip plays.
//!
//! Motions measure time in ticks of 1/705,600,000 s. At any common frame rate, a frame lasts a whole number of ticks. A
//! motion file has these sections, in this order:
//!
//! | id     | element type              | contents |
//! |--------|---------------------------|------------|
//! | `MOTN` | motion header, 80 bytes   | the motion header |
//! | `NAME` | u8                        | the name of the root bone |
//! | `TIME` | u64                       | the time of each key in ticks; at least 2 keys |
//! | `POSE` | rigid transform, 56 bytes | the root's pose at each key |
//! | `SLOP` | rigid transform, 56 bytes | the slope of the pose at each key; empty with linear interpolation |
//! | `SCAL` | 3 x f64                   | the root's scale at each key minus its scale at the first key; empty if the scale never changes |
//! | `SCSL` | 3 x f64                   | the slope of each element of `SCAL`; empty with linear interpolation |
//!
//! ### Motion: header
//!
//! | offset | type    | field         | value                                                                           |
//! |-------:|---------|---------------|---------------------------------------------------------------------------------|
//! |      0 | u64     | duration      | the motion's duration in ticks, from 1 to 2^53                                  |
//! |      8 | u32     | flags         | bit 0 is set if the motion loops; all other bits are 0                          |
//! |     12 | u32     | interpolation | the interpolation between keys: 0 linear, 1 smooth                              |
//! |     16 | u32     | quantum bits  | the number of fractional bits in the motion's fixed-point numbers, from 0 to 30 |
//! |     20 | u32     | reserved      | 0                                                                               |
//! |     24 | 3 x f64 | translation   | the root's position in the clip when the motion begins                          |
//! |     48 | 4 x f64 | rotation      | the root's rotation in the clip when the motion begins                          |
//!
//! ### Motion: rigid transform
//!
//! | offset | type    | field       | value                                       |
//! |-------:|---------|-------------|---------------------------------------------|
//! |      0 | 3 x f64 | translation | x, y, z; in a pose, each from -10^9 to 10^9 |
//! |     24 | 4 x f64 | rotation    | x, y, z, w; in a pose, of unit length       |
//!
//! ### Motion: rules
//!
//! - Key times are in strictly ascending order. The first key time is 0, and the last is the motion's duration.
//! - Poses are relative to the start of the motion, so the first pose is the identity.
//! - The rotations of two consecutive keys have a dot product of at least 0.
//! - With linear interpolation, the translation moves in a straight line between two keys, and the rotation turns at
//!   constant speed.
//! - With smooth interpolation, each of the seven numbers of a pose follows a cubic curve between two keys. At each
//!   key, the curve has the key's value and slope. Smooth interpolation then normalizes the rotation.
//! - A slope is a change per second. Each number of a slope is from -10^12 to 10^12.
//! - The first element of `SCAL` is 0, 0, 0. All numbers in `SCAL` are from -10^9 to 10^9.
//! - The numbers in `SCAL` are interpolated in the same way as translations.
//! - A version 1 motion file ends with the section `SLOP`.

mod curve;
mod deltas;
mod records;
mod value;
mod view;

pub use deltas::{MotionDelta, MotionDeltas, RootPose};
pub use records::{MotionLayout, MotionView};
pub use value::{MAX_MOTION_TICKS, MAX_QUANTUM_BITS, Motion, MotionInterpolation, TICKS_PER_SECOND};
