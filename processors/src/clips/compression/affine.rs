//! [`Affine`]: affine transforms in single precision, and transforms half way between others.

use rigmill_format::Transform;
use rigmill_math::quaternion::normalize;
use rigmill_math::vector::{add, cross, dot, subtract};

use crate::clips::interpolation::nearer;

/// The images of the axes and of the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Affine {
    pub(super) axes: [[f32; 3]; 3],
    pub(super) origin: [f32; 3],
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

    pub(super) fn rotate(&self, v: [f32; 3]) -> [f32; 3] {
        let [a, b, c] = &self.axes;
        [0, 1, 2].map(|i| a[i] * v[0] + b[i] * v[1] + c[i] * v[2])
    }

    pub(super) fn apply(&self, v: [f32; 3]) -> [f32; 3] {
        add(self.rotate(v), self.origin)
    }

    /// `child`, then `self`.
    pub(super) fn then(&self, child: &Self) -> Self {
        Self { axes: child.axes.map(|axis| self.rotate(axis)), origin: self.apply(child.origin) }
    }

    /// The point whose image is `point`; `None` if the axes are in one plane.
    pub(super) fn solve(&self, point: [f32; 3]) -> Option<[f32; 3]> {
        let [a, b, c] = self.axes;
        let v = subtract(point, self.origin);
        let volume = dot(a, cross(b, c));
        if volume.abs() < 1e-12 {
            return None;
        }
        Some([dot(v, cross(b, c)) / volume, dot(a, cross(v, c)) / volume, dot(a, cross(b, v)) / volume])
    }
}

/// The quaternion with these x, y, z and the w that makes it one of unit length.
pub(super) fn rebuild([x, y, z]: [f32; 3]) -> [f32; 4] {
    [x, y, z, (1.0 - (x * x + y * y + z * z)).max(0.0).sqrt()]
}

/// Half way between two transforms, the shorter way.
pub(super) fn half_way(a: &Transform, b: &Transform) -> Transform {
    let mean = |a: [f32; 3], b: [f32; 3]| [0, 1, 2].map(|i| 0.5 * a[i] + 0.5 * b[i]);
    Transform {
        translation: mean(a.translation, b.translation),
        rotation: normalize(add(a.rotation, nearer(b.rotation, a.rotation))),
        scale: mean(a.scale, b.scale),
    }
}
