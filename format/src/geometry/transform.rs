//! A transform taken apart into its channels.

use bytemuck::{Pod, Zeroable};
use rigmill_math::{Matrix, matrix, quaternion};

/// Scale, then rotation, then translation.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Transform {
    /// x, y, z in the units of the source.
    pub translation: [f32; 3],
    /// A quaternion x, y, z, w; of unit length where it means a rotation.
    pub rotation: [f32; 4],
    /// Factors along x, y, z.
    pub scale: [f32; 3],
}

impl Transform {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };

    /// The transform as a matrix. The rotation has to be of unit length.
    #[inline]
    #[must_use]
    pub fn to_matrix(&self) -> Matrix {
        matrix::from_parts(self.translation, self.rotation, self.scale)
    }

    /// The transform with its rotation made of unit length.
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
