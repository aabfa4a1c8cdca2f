//! [`SceneTransform`]: a transform in double precision, by channel.

use serde::Serialize;

/// A transform: scale, then rotation, then translation. It is in double precision, because a chain of many bones accumulates
/// errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SceneTransform {
    /// The translation x, y, z in the scene's unit.
    pub translation: [f64; 3],
    /// The rotation as a unit quaternion x, y, z, w.
    pub rotation: [f64; 4],
    /// The scale factors along x, y, z.
    pub scale: [f64; 3],
}

impl SceneTransform {
    /// The identity transform.
    pub const IDENTITY: Self = Self { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };

    /// Whether all numbers are finite.
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
