//! The path between two keys of a motion.

use rigmill_math::quaternion::{normalize, slerp};
use rigmill_math::vector::lerp;

use crate::RigidTransform;

/// Interpolates linearly from `a` at 0 to `b` at 1, with a rotation at constant speed.
pub(super) fn linear(a: &RigidTransform, b: &RigidTransform, fraction: f64) -> RigidTransform {
    RigidTransform {
        translation: lerp(a.translation, b.translation, fraction),
        rotation: slerp(a.rotation, b.rotation, fraction),
    }
}

/// A key and its slope per second.
pub(super) type Knot<'a> = (&'a RigidTransform, &'a RigidTransform);

/// Interpolates on a cubic curve from `a` at 0 to `b` at 1. The keys are `seconds` apart.
pub(super) fn smooth((a, a_slope): Knot<'_>, (b, b_slope): Knot<'_>, seconds: f64, fraction: f64) -> RigidTransform {
    let hermite = |p0: f64, m0: f64, p1: f64, m1: f64| {
        let (m0, m1, s) = (m0 * seconds, m1 * seconds, fraction);
        let rise = p1 - p0;
        let (cubic, square) = (m0 + m1 - 2.0 * rise, 3.0 * rise - 2.0 * m0 - m1);
        s * (s * (s * cubic + square) + m0) + p0
    };
    let (t, r) =
        (|pose: &RigidTransform, at: usize| pose.translation[at], |pose: &RigidTransform, at: usize| pose.rotation[at]);
    let translation = std::array::from_fn(|at| hermite(t(a, at), t(a_slope, at), t(b, at), t(b_slope, at)));
    let rotation = std::array::from_fn(|at| hermite(r(a, at), r(a_slope, at), r(b, at), r(b_slope, at)));
    RigidTransform { translation, rotation: normalize(rotation) }
}
