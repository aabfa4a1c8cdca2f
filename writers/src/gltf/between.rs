//! Interpolates between two keys in double precision, with the same results on every machine (glTF 2.0, appendix C).

use rigmill_math::quaternion::{normalize, normalize_in_f64, slerp};
use rigmill_math::vector::dot;

use super::transforms::to_finite_f32;

/// Interpolates linearly between `a` and `b`.
pub(super) fn line(a: [f32; 3], b: [f32; 3], t: f64) -> [f32; 3] {
    std::array::from_fn(|at| to_finite_f32(f64::from(a[at]) * (1.0 - t) + f64::from(b[at]) * t))
}

/// Returns whether the shorter path from `a` leads to the negative of `b`. Both have unit length. The sum uses single precision
/// and the same order as the runtime: for rotations that are 180 degrees apart, the last bit decides the direction.
pub(super) fn changes_sign(a: [f32; 4], b: [f32; 4]) -> bool {
    dot(a, b) < 0.0
}

/// Interpolates between the rotations `a` and `b` at constant speed, on the shorter path. The result has unit length.
pub(super) fn arc(a: [f32; 4], b: [f32; 4], t: f64) -> [f32; 4] {
    let is_far = changes_sign(normalize_in_f64(a), normalize_in_f64(b));
    let (a, b) = (normalize(a.map(f64::from)), normalize(b.map(f64::from)));
    slerp(a, if is_far { b.map(|part| -part) } else { b }, t).map(to_finite_f32)
}
