//! [`Affine`]: affine transforms in single precision.

use rigmill_format::Transform;
use rigmill_math::vector::{add, cross, dot, subtract};

/// An affine transform, stored as the images of the axes and of the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Affine {
    pub(super) axes: [[f32; 3]; 3],
    pub(super) origin: [f32; 3],
}

impl Affine {
    pub(super) const IDENTITY: Self =
        Self { axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], origin: [0.0; 3] };

    /// Creates the transform that scales, then rotates, then translates.
    #[inline]
    pub(super) fn new(local: &Transform) -> Self {
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

    // Written out by hand, because compression spends most of its time here.
    #[inline]
    pub(super) fn rotate(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let [[a0, a1, a2], [b0, b1, b2], [c0, c1, c2]] = self.axes;
        [a0 * x + b0 * y + c0 * z, a1 * x + b1 * y + c1 * z, a2 * x + b2 * y + c2 * z]
    }

    #[inline]
    pub(super) fn apply(&self, v: [f32; 3]) -> [f32; 3] {
        add(self.rotate(v), self.origin)
    }

    /// Returns the transform that applies `child`, then `self`.
    #[inline]
    pub(super) fn then(&self, child: &Self) -> Self {
        let [x, y, z] = child.axes;
        Self { axes: [self.rotate(x), self.rotate(y), self.rotate(z)], origin: self.apply(child.origin) }
    }

    /// Returns the point that the transform maps to `point`; `None` if the axes lie in one plane.
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

/// Returns the unit quaternion with these x, y and z, and with a w that is not negative.
pub(super) fn rebuild([x, y, z]: [f32; 3]) -> [f32; 4] {
    [x, y, z, (1.0 - (x * x + y * y + z * z)).max(0.0).sqrt()]
}
