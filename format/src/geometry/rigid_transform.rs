//! [`RigidTransform`]: a rotation and a translation, in double precision.

use bytemuck::{Pod, Zeroable};
use rigmill_math::power;
use rigmill_math::quaternion::{conjugate, multiply, normalize, rotate};
use rigmill_math::vector;

/// A rotation, then a translation, in double precision, so that long chains of small steps stay exact.
///
/// Only + - * / and the square root are used, which IEEE 754 defines to the last bit, and none fused: results are the same
/// bits on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RigidTransform {
    /// x, y, z.
    pub translation: [f64; 3],
    /// A quaternion x, y, z, w of unit length.
    pub rotation: [f64; 4],
}

impl RigidTransform {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };

    /// This transform, then `next` in the space to which this one leads.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let translation = vector::add(self.translation, rotate(self.rotation, next.translation));
        Self { translation, rotation: normalize(multiply(self.rotation, next.rotation)) }
    }

    /// The transform that leads back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rotation = conjugate(self.rotation);
        Self { translation: rotate(rotation, self.translation).map(|along| -along), rotation }
    }

    /// This transform repeated `times` times, or its inverse if that is negative; in logarithmic time.
    #[must_use]
    pub fn power(&self, times: i64) -> Self {
        let step = if times < 0 { self.inverse() } else { *self };
        power(step, times.unsigned_abs(), Self::IDENTITY, Self::then)
    }
}

impl Default for RigidTransform {
    fn default() -> Self {
        Self::IDENTITY
    }
}
