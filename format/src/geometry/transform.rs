//! [`Transform`]: a translation, rotation and scale.

use bytemuck::{Pod, Zeroable};
use rigmill_math::{Matrix, matrix, quaternion};

/// A transform: scale, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Transform {
    /// The translation x, y, z, in the units of the source.
    pub translation: [f32; 3],
    /// The rotation as a quaternion x, y, z, w. Only a unit quaternion is a rotation.
    pub rotation: [f32; 4],
    /// The scale factors along x, y, z.
    pub scale: [f32; 3],
}

impl Transform {
    /// The identity transform.
    pub const IDENTITY: Self = Self { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };

    /// Converts the transform to a matrix. The rotation must be a unit quaternion.
    #[inline]
    #[must_use]
    pub fn to_matrix(&self) -> Matrix {
        matrix::from_parts(self.translation, self.rotation, self.scale)
    }

    /// Returns the transform with a normalized rotation.
    #[inline]
    #[must_use]
    pub fn normalized(&self) -> Self {
        Self { rotation: quaternion::normalize_in_f64(self.rotation), ..*self }
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}
