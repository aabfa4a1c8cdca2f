//! [`RigidTransform`]: a rotation and a translation, in double precision.

use bytemuck::{Pod, Zeroable};
use rigmill_math::power;
use rigmill_math::quaternion::{conjugate, multiply, normalize, rotate};
use rigmill_math::vector;

/// A rotation followed by a translation, in double precision, so that long chains of small steps stay precise.
///
/// All methods use only + - * / and square roots, which IEEE 754 defines to the last bit, and no fused operations. So results
/// have the same bits on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RigidTransform {
    /// The translation x, y, z.
    pub translation: [f64; 3],
    /// The rotation as a unit quaternion x, y, z, w.
    pub rotation: [f64; 4],
}

impl RigidTransform {
    /// The identity transform.
    pub const IDENTITY: Self = Self { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };

    /// Returns this transform followed by `next`, which is relative to this transform.
    #[inline]
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let translation = vector::add(self.translation, rotate(self.rotation, next.translation));
        Self { translation, rotation: normalize(multiply(self.rotation, next.rotation)) }
    }

    /// Returns the inverse transform.
    #[inline]
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rotation = conjugate(self.rotation);
        Self { translation: rotate(rotation, self.translation).map(|along| -along), rotation }
    }

    /// Returns this transform repeated `times` times. If `times` is negative, the inverse is repeated. Takes logarithmic time.
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
