//! A motion describes how the root of a clip moves a character while the clip plays.
//!
//! Times are in ticks of 1/705,600,000 s. At any common frame rate, a frame lasts a whole number of ticks. Rotations
//! are quaternions x, y, z, w of unit length. The file has these sections, in this order:
//!
//! | id     | element                 | elements                                                                 |
//! |--------|-------------------------|--------------------------------------------------------------------------|
//! | `MOTN` | motion header, 80 bytes | 1                                                                        |
//! | `NAME` | u8                      | the name of the root bone                                                |
//! | `TIME` | u64                     | per key: its time; at least 2 keys                                       |
//! | `POSE` | rigid transform, 56     | per key: the root's pose                                                 |
//! | `SLOP` | rigid transform, 56     | per key: the slope of the pose, for smooth interpolation only            |
//! | `SCAL` | 3 x f64, 24             | per key: the change of the root's scale; may be empty                    |
//! | `SCSL` | 3 x f64, 24             | per key: the slope of the scale change, for smooth interpolation only    |
//!
//! ### Motion: header
//!
//! | offset | type    | field         | value                                                  |
//! |-------:|---------|---------------|--------------------------------------------------------|
//! |      0 | u64     | duration      | duration of a loop, in ticks, 1 to 2^53                |
//! |      8 | u32     | flags         | bit 0: the motion loops; other bits 0                  |
//! |     12 | u32     | interpolation | 0: linear, 1: smooth                                   |
//! |     16 | u32     | quantum bits  | 0 to 30: fixed-point numbers are multiples of 2^-bits  |
//! |     20 | u32     | reserved      | 0                                                      |
//! |     24 | 3 x f64 | translation   | the root's position in its clip when the motion begins |
//! |     48 | 4 x f64 | rotation      | the root's rotation in its clip when the motion begins |
//!
//! ### Motion: rigid transform
//!
//! | offset | type    | field       | value                            |
//! |-------:|---------|-------------|----------------------------------|
//! |      0 | 3 x f64 | translation | x, y, z: each from -10^9 to 10^9 |
//! |     24 | 4 x f64 | rotation    | x, y, z, w                       |
//!
//! ### Motion: rules
//!
//! - Key times are strictly ascending, from 0 to the duration.
//! - Poses are relative to the start of the motion, so the first pose is the identity.
//! - The dot product of each rotation and the previous rotation is not negative.
//! - Between linear keys, the translation moves in a straight line, and the rotation turns at constant speed.
//! - Between smooth keys, each of the seven numbers of a pose follows a cubic curve. The curve has the values and
//!   slopes of the two keys at its ends. The interpolated rotation is then normalized.
//! - Slopes are changes per second, from -10^12 to 10^12.
//! - A change of scale has three numbers from -10^9 to 10^9. At the first key, they are 0.
//! - Changes of scale are interpolated like the translation.
//! - If a motion does not change the scale, `SCAL` and `SCSL` are empty.
//! - Files of version 1 end with `SLOP`.

mod curve;
mod deltas;
mod records;
mod value;
mod view;

pub use deltas::{MotionDelta, MotionDeltas, RootPose};
pub use records::{MotionLayout, MotionView};
pub use value::{MAX_MOTION_TICKS, MAX_QUANTUM_BITS, Motion, MotionInterpolation, TICKS_PER_SECOND};
