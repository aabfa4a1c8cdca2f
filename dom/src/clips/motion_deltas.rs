//! [`MotionDeltasSource`]: root motion as a file of deltas describes it.

use serde::Serialize;

/// Root motion, frame by frame, with every number as it stands in the file.
///
/// Importers check that the frame rate is above 0, that there is a frame, and that every number is finite.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MotionDeltasSource {
    /// Frames per second, above 0.
    pub frame_rate: i32,
    /// Whether frames have scale deltas.
    pub has_scale: bool,
    /// In order of time; at least one.
    pub frames: Vec<MotionDeltaSource>,
}

/// One frame: what changes against the frame before, in the first one against the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MotionDeltaSource {
    /// x, y, z.
    pub position: [f32; 3],
    /// Euler angles about x, y, z, in degrees.
    pub rotation: [f32; 3],
    /// x, y, z; zero in files without scale.
    pub scale: [f32; 3],
}
