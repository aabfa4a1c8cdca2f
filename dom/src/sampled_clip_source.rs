//! [`SampledClipSource`]: a clip that was sampled into curves elsewhere.

use serde::Serialize;

use crate::Curve;

/// A clip as a game's own tools sampled it: curves with a key a frame.
///
/// Importers check that no two tracks have one path and that keys are in order; a processor may rely on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SampledClipSource {
    /// What the game knows it by.
    pub id: i32,
    /// Its name.
    pub name: String,
    /// Seconds, at least 0.
    pub length: f32,
    /// Frames a second, at least 0.
    pub frame_rate: f32,
    /// In the order of the source.
    pub tracks: Vec<SampledTrackSource>,
}

/// The curves of one bone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SampledTrackSource {
    /// The bone's path below the model's root: names joined by `/`.
    pub path: String,
    /// Position x, y, z; none leaves that component of the bone alone.
    pub position: [Option<Curve>; 3],
    /// Rotation, a quaternion's x, y, z, w.
    pub rotation: [Option<Curve>; 4],
}
