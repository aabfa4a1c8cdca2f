//! Quaternions x, y, z, w and affine transforms. Every sum in one order, so the same bits on every machine.

use rigmill_format::Transform;

pub(super) type Vector = [f32; 3];
pub(super) type Quaternion = [f32; 4];

/// Rows of a 3 x 4 matrix for column vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Affine {
    pub(super) axes: [Vector; 3],
    pub(super) origin: Vector,
}

impl Affine {
    pub(super) const IDENTITY: Self =
        Self { axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };

    /// Scale, then rotation, then translation.
    pub(super) fn of(local: &Transform) -> Self {
        let [x, y, z, w] = local.rotation;
        let [sx, sy, sz] = local.scale;
        let (x2, y2, z2) = (x + x, y + y, z + z);
        let axes = [
            [(1.0 - (y * y2 + z * z2)) * sx, (x * y2 + w * z2) * sx, (x * z2 - w * y2) * sx],
            [(x * y2 - w * z2) * sy, (1.0 - (x * x2 + z * z2)) * sy, (y * z2 + w * x2) * sy],
            [(x * z2 + w * y2) * sz, (y * z2 - w * x2) * sz, (1.0 - (x * x2 + y * y2)) * sz],
        ];
        Self { axes, origin: local.translation }
    }

    pub(super) fn turn(&self, v: Vector) -> Vector {
        let [a, b, c] = &self.axes;
        [0, 1, 2].map(|i| a[i] * v[0] + b[i] * v[1] + c[i] * v[2])
    }

    pub(super) fn apply(&self, v: Vector) -> Vector {
        add(self.turn(v), self.origin)
    }

    /// `child`, then `self`.
    pub(super) fn then(&self, child: &Self) -> Self {
        Self { axes: child.axes.map(|axis| self.turn(axis)), origin: self.apply(child.origin) }
    }

    /// What leads back to `point`; none from a flat space.
    pub(super) fn solve(&self, point: Vector) -> Option<Vector> {
        let [a, b, c] = self.axes;
        let v = sub(point, self.origin);
        let volume = dot(a, cross(b, c));
        if volume.abs() < 1e-12 {
            return None;
        }
        Some([dot(v, cross(b, c)) / volume, dot(a, cross(v, c)) / volume, dot(a, cross(b, v)) / volume])
    }
}

pub(super) fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn dot4(a: Quaternion, b: Quaternion) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

pub(super) fn multiply(a: Quaternion, b: Quaternion) -> Quaternion {
    [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ]
}

pub(super) fn conjugate([x, y, z, w]: Quaternion) -> Quaternion {
    [-x, -y, -z, w]
}

/// Of unit length; none for zero.
pub(super) fn normalise(q: Quaternion) -> Quaternion {
    let length = dot4(q, q).sqrt();
    if length > 0.0 { q.map(|value| value / length) } else { [0.0, 0.0, 0.0, 1.0] }
}

/// The quaternion with these x, y, z and the w that makes it one of unit length.
pub(super) fn rebuild([x, y, z]: Vector) -> Quaternion {
    [x, y, z, (1.0 - (x * x + y * y + z * z)).max(0.0).sqrt()]
}

/// Half way the shorter way.
pub(super) fn half_way(a: &Transform, b: &Transform) -> Transform {
    let sign = if dot4(a.rotation, b.rotation) < 0.0 { -1.0 } else { 1.0 };
    let mean = |a: Vector, b: Vector| [0, 1, 2].map(|i| 0.5 * a[i] + 0.5 * b[i]);
    let rotation = [0, 1, 2, 3].map(|i| a.rotation[i] + sign * b.rotation[i]);
    Transform {
        translation: mean(a.translation, b.translation),
        rotation: normalise(rotation),
        scale: mean(a.scale, b.scale),
    }
}
