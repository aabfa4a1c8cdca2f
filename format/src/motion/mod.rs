//! A motion describes how the root bone of a clip moves a character while the clip plays.
//!
//! Times are in ticks of 1/705,600,000 s. At any common frame rate, a frame lasts a whole number of ticks. Rotations are
//! quaternions x, y, z, w of unit length. The file has these sections, in this order:
//!
//! | id     | element                   | elements |
//! |--------|---------------------------|------------|
//! | `MOTN` | motion header, 80 bytes   | one |
//! | `NAME` | u8                        | the name of the root bone |
//! | `TIME` | u64                       | the time of each key; at least 2 keys |
//! | `POSE` | rigid transform, 56 bytes | the root's pose at each key |
//! | `SLOP` | rigid transform, 56 bytes | for smooth interpolation: the slope of the pose at each key; for linear interpolation: empty |
//! | `SCAL` | 3 x f64, 24 bytes         | the root's scale at each key minus its scale at the first key; empty if the scale never changes |
//! | `SCSL` | 3 x f64, 24 bytes         | for smooth interpolation: the slope of each element of `SCAL`; for linear interpolation: empty |
//!
//! ### Motion: header
//!
//! | offset | type    | field         | value                                                               |
//! |-------:|---------|---------------|---------------------------------------------------------------------|
//! |      0 | u64     | duration      | duration of one loop, in ticks, 1 to 2^53                           |
//! |      8 | u32     | flags         | bit 0: the motion loops; other bits: 0                              |
//! |     12 | u32     | interpolation | 0: linear, 1: smooth                                                |
//! |     16 | u32     | quantum bits  | number of fractional bits in the motion's fixed-point form, 0 to 30 |
//! |     20 | u32     | reserved      | 0                                                                   |
//! |     24 | 3 x f64 | translation   | the root's position in its clip when the motion begins              |
//! |     48 | 4 x f64 | rotation      | the root's rotation in its clip when the motion begins              |
//!
//! ### Motion: rigid transform
//!
//! | offset | type    | field       | value                                      |
//! |-------:|---------|-------------|--------------------------------------------|
//! |      0 | 3 x f64 | translation | x, y, z; each from -10^9 to 10^9 in a pose |
//! |     24 | 4 x f64 | rotation    | x, y, z, w                                 |
//!
//! ### Motion: rules
//!
//! - Key times are in strictly ascending order. The first key time is 0, and the last key time is the duration of the
//!   motion.
//! - Poses are relative to the start of the motion, so the first pose is the identity.
//! - The rotations of two successive keys have a dot product of at least 0.
//! - Between two keys with linear interpolation, the translation moves in a straight line, and the rotation turns at
//!   constant speed.
//! - Between two keys with smooth interpolation, each of the seven numbers of a pose (three for the translation and
//!   four for the rotation) follows a cubic curve. At its ends, the curve has the values and slopes of the two keys.
//!   After smooth interpolation, the rotation is normalized.
//! - A slope is a change per second. Each number of a slope is from -10^12 to 10^12.
//! - Each number in `SCAL` is from -10^9 to 10^9. In `SCAL`, every value of the first key is 0.
//! - The numbers in `SCAL` are interpolated like a translation.
//! - If a motion does not change the scale, `SCAL` and `SCSL` are empty.
//! - Version 1 files end with the section `SLOP`.

mod curve;
mod deltas;
mod records;
mod value;
mod view;

pub use deltas::{MotionDelta, MotionDeltas, RootPose};
pub use records::{MotionLayout, MotionView};
pub use value::{MAX_MOTION_TICKS, MAX_QUANTUM_BITS, Motion, MotionInterpolation, TICKS_PER_SECOND};
