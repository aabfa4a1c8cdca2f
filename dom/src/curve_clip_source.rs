//! [`CurveClipSource`]: curves of bones, as their source has them.

use serde::Serialize;

use crate::Curve;

/// Curves for the components of bones.
///
/// Importers check that no two tracks have one path and that keys are in order; a processor may rely on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CurveClipSource {
    /// In the order of the source.
    pub tracks: Vec<CurveTrackSource>,
}

/// The curves of one bone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CurveTrackSource {
    /// The bone's path: names joined by `/`, the bone's own last.
    pub path: String,
    /// Position x, y, z; none leaves that component of the bone alone.
    pub position: [Option<Curve>; 3],
    /// Rotation, a quaternion's x, y, z, w.
    pub rotation: [Option<Curve>; 4],
    /// Scale along x, y, z.
    pub scale: [Option<Curve>; 3],
}
