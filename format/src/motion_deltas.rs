//! Root motion as deltas frame by frame: a file format of others, not content that a game loads.
//!
//! Little-endian, without a header beyond the first two fields:
//!
//! | offset | type    | field      | value                                                         |
//! |-------:|---------|------------|---------------------------------------------------------------|
//! |      0 | u8      | has scale  | 0 or 1                                                        |
//! |      1 | i32     | frame rate | frames a second                                               |
//! |      5 | f32 ... | frames     | to the end of the file: 6 numbers a frame, 9 with scale       |
//!
//! A frame: position delta x, y, z; rotation delta, Euler angles about x, y, z in degrees; with scale, scale delta x, y, z.
//! Each is against the frame before, the first against the start: frame `i` tells what happens from `i / rate` to
//! `(i + 1) / rate` seconds.
//!
//! Its programs add the angles up, do not turn the positions by them, and trip over angles that wrap at 360 degrees. Read as
//! [`RigidTransform`]s, the deltas compose: each moves along the axes as they are turned by then, angles are brought
//! within -180 to 180 degrees, and they turn about z, then x, then y, as Unity's do.

use crate::RigidTransform;
use crate::rigid_transform::{normalise, product};

/// Root motion, frame by frame.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MotionDeltas {
    /// Frames a second.
    pub frame_rate: i32,
    /// Whether the frames have scale deltas.
    pub has_scale: bool,
    /// In order of time.
    pub frames: Vec<MotionDelta>,
}

/// What happens in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MotionDelta {
    /// x, y, z.
    pub position: [f32; 3],
    /// Euler angles about x, y, z, in degrees.
    pub rotation: [f32; 3],
    /// x, y, z; of no meaning in files without scale.
    pub scale: [f32; 3],
}

impl MotionDeltas {
    /// The bytes of the file: exactly those that it was read from.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![u8::from(self.has_scale)];
        bytes.extend(self.frame_rate.to_le_bytes());
        for frame in &self.frames {
            let scale: &[f32] = if self.has_scale { &frame.scale } else { &[] };
            let numbers = frame.position.iter().chain(&frame.rotation).chain(scale);
            bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }
}

impl MotionDelta {
    /// The delta as a transform; scale is left out.
    #[must_use]
    pub fn to_rigid(&self) -> RigidTransform {
        let [x, y, z] = self.rotation.map(|degrees| wrapped(f64::from(degrees)).to_radians() / 2.0);
        let about = |axis: usize, half: f64| {
            let mut quaternion = [0.0, 0.0, 0.0, libm::cos(half)];
            quaternion[axis] = libm::sin(half);
            quaternion
        };
        let rotation = product(product(about(1, y), about(0, x)), about(2, z));
        RigidTransform { translation: self.position.map(f64::from), rotation: normalise(rotation) }
    }

    /// The delta that comes nearest to a transform.
    #[must_use]
    pub fn of_rigid(transform: &RigidTransform) -> Self {
        let rotation = euler(transform.rotation).map(f64::to_degrees);
        Self { position: transform.translation.map(narrow), rotation: rotation.map(narrow), scale: [0.0; 3] }
    }
}

/// Degrees brought within -180 to 180.
fn wrapped(degrees: f64) -> f64 {
    let within = degrees % 360.0;
    if within > 180.0 {
        within - 360.0
    } else if within < -180.0 {
        within + 360.0
    } else {
        within
    }
}

/// The angles about x, y, z of a rotation about z, then x, then y; in radians.
fn euler([x, y, z, w]: [f64; 4]) -> [f64; 3] {
    let (forward_x, forward_y, forward_z) = (2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y));
    let level = (forward_x * forward_x + forward_z * forward_z).sqrt();
    let pitch = libm::atan2(-forward_y, level);
    // Straight up or down, yaw and roll are one; all of it is called yaw.
    if level < 1e-9 {
        return [pitch, libm::atan2(-2.0 * (x * z - w * y), 1.0 - 2.0 * (y * y + z * z)), 0.0];
    }
    let roll = libm::atan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z));
    [pitch, libm::atan2(forward_x, forward_z), roll]
}

#[expect(clippy::cast_possible_truncation, reason = "the format's numbers are f32")]
fn narrow(value: f64) -> f32 {
    value as f32
}
