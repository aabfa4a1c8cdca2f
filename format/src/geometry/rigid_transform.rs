//! [`RigidTransform`]: a rotation and a translation, in double precision; and the arithmetic of quaternions x, y, z, w that it needs.

use bytemuck::{Pod, Zeroable};

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
        let step = rotate(self.rotation, next.translation);
        let translation = std::array::from_fn(|axis| self.translation[axis] + step[axis]);
        Self { translation, rotation: normalise(product(self.rotation, next.rotation)) }
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
        let mut square = if times < 0 { self.inverse() } else { *self };
        let mut rest = times.unsigned_abs();
        let mut result = Self::IDENTITY;
        while rest > 0 {
            if rest & 1 == 1 {
                result = result.then(&square);
            }
            square = square.then(&square);
            rest >>= 1;
        }
        result
    }
}

impl Default for RigidTransform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The Hamilton product: `b`, and then `a`, as seen from outside.
#[must_use]
pub fn product([ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]) -> [f64; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// The way back, for a quaternion of unit length.
#[must_use]
pub fn conjugate([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [-x, -y, -z, w]
}

/// `vector` rotated by a quaternion of unit length.
#[must_use]
pub fn rotate([x, y, z, w]: [f64; 4], vector: [f64; 3]) -> [f64; 3] {
    let once = cross([x, y, z], vector);
    let twice = cross([x, y, z], once);
    std::array::from_fn(|axis| vector[axis] + 2.0 * (w * once[axis] + twice[axis]))
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// `quaternion` made of unit length; the identity if it has no direction.
#[must_use]
pub fn normalise(quaternion: [f64; 4]) -> [f64; 4] {
    let length = dot(quaternion, quaternion).sqrt();
    if length > 0.0 && length.is_finite() {
        return quaternion.map(|component| component / length);
    }
    RigidTransform::IDENTITY.rotation
}

/// The cosine of half the angle between two rotations.
#[must_use]
pub fn dot(a: [f64; 4], b: [f64; 4]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}
