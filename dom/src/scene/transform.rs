//! [`SceneTransform`]: a transform taken apart into its channels, in double precision.

use serde::Serialize;

/// Scale, then rotation, then translation. In double precision, since a chain of many bones adds up its errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SceneTransform {
    /// x, y, z in the scene's unit.
    pub translation: [f64; 3],
    /// A quaternion x, y, z, w of unit length.
    pub rotation: [f64; 4],
    /// Factors along x, y, z.
    pub scale: [f64; 3],
}

impl SceneTransform {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };

    /// Whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.translation.iter().chain(&self.rotation).chain(&self.scale).all(|number| number.is_finite())
    }
}

impl Default for SceneTransform {
    fn default() -> Self {
        Self::IDENTITY
    }
}
