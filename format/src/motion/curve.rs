//! The path between two keys of a motion.

use crate::RigidTransform;
use crate::geometry::rigid_transform::{dot, normalise};

/// Straight from `a` at 0 to `b` at 1, rotating evenly.
pub(super) fn linear(a: &RigidTransform, b: &RigidTransform, fraction: f64) -> RigidTransform {
    let translation = std::array::from_fn(|axis| {
        let (from, to) = (a.translation[axis], b.translation[axis]);
        from + (to - from) * fraction
    });
    RigidTransform { translation, rotation: slerp(a.rotation, b.rotation, fraction) }
}

/// Below it, the arc and its chord are the same to all digits.
const SMALLEST_SINE: f64 = 1e-9;

/// From `a` to `b` along the great circle, for quaternions of one hemisphere. Sine and arc tangent are libm's, which
/// computes them by IEEE 754 arithmetic alone.
fn slerp(a: [f64; 4], b: [f64; 4], fraction: f64) -> [f64; 4] {
    let difference: [f64; 4] = std::array::from_fn(|at| a[at] - b[at]);
    let sum: [f64; 4] = std::array::from_fn(|at| a[at] + b[at]);
    // Unlike the arc cosine of the product, this is as exact for small angles as for large.
    let angle = 2.0 * libm::atan2(dot(difference, difference).sqrt(), dot(sum, sum).sqrt());
    let sine = libm::sin(angle);
    let (from, to) = if sine > SMALLEST_SINE {
        (libm::sin((1.0 - fraction) * angle) / sine, libm::sin(fraction * angle) / sine)
    } else {
        (1.0 - fraction, fraction)
    };
    normalise(std::array::from_fn(|at| a[at] * from + b[at] * to))
}

/// A key with its slope per second.
pub(super) type Knot<'a> = (&'a RigidTransform, &'a RigidTransform);

/// The cubic from `a` at 0 to `b` at 1, which are `seconds` apart.
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
    RigidTransform { translation, rotation: normalise(rotation) }
}
