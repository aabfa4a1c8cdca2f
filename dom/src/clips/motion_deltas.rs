//! [`MotionDeltasSource`]: root motion that a file describes as deltas.

use serde::Serialize;

/// Frame-by-frame root motion, with every number as in the file.
///
/// Importers check that the frame rate is above 0, that there is at least one frame, and that every number is finite.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MotionDeltasSource {
    /// The number of frames per second, above 0.
    pub frame_rate: i32,
    /// Whether frames have scale deltas.
    pub has_scale: bool,
    /// The frames in order of time; at least one.
    pub frames: Vec<MotionDeltaSource>,
}

/// One frame: the changes from the previous frame or, in the first frame, from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MotionDeltaSource {
    /// The change of the position x, y, z.
    pub position: [f32; 3],
    /// The change of the Euler angles about x, y, z, in degrees.
    pub rotation: [f32; 3],
    /// The change of the scale x, y, z; zero in files without scale.
    pub scale: [f32; 3],
}
