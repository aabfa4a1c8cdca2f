//! Rotations as unit quaternions. They are computed with square roots instead of angles where possible.

use std::f64::consts::PI;

use rigmill_math::quaternion::{multiply, normalize};
use rigmill_math::vector::{self, add, cross, dot, length, lerp, scale};

use super::frame::Vector;

pub(super) type Quaternion = [f64; 4];

pub(super) const NONE: Quaternion = [0.0, 0.0, 0.0, 1.0];

/// Sines below this count as 0, because the directions come from `f32` matrices.
const PARALLEL: f64 = 1e-6;

/// The rotation about a unit axis that takes the direction (1, 0) of the perpendicular plane to (`x`, `y`).
#[inline]
pub(super) fn about(axis: Vector, x: f64, y: f64) -> Quaternion {
    let radius = length([x, y]);
    // tan(angle / 2) equals both y / (r + x) and (r - x) / y. Uses the form that has no cancellation.
    let (cosine, sine) = if x >= 0.0 { (radius + x, y) } else { (y, radius - x) };
    let [a, b, c] = scale(axis, sine);
    normalize([a, b, c, cosine])
}

/// The shortest rotation from one direction to another. The identity if a vector has length 0; any half turn if the directions
/// are opposite.
pub(super) fn between(from: Vector, to: Vector) -> Quaternion {
    let (Some(from), Some(to)) = (vector::normalize(from), vector::normalize(to)) else { return NONE };
    let sum = add(from, to);
    match vector::normalize(sum) {
        Some(half) if length(sum) > 1e-8 => {
            let [x, y, z] = cross(from, half);
            [x, y, z, dot(from, half)]
        }
        _ => about(perpendicular(from), -1.0, 0.0),
    }
}

/// Any unit vector that is perpendicular to a unit vector.
fn perpendicular([x, y, z]: Vector) -> Vector {
    let across = if x * x < 0.5 { [0.0, z, -y] } else { [-z, 0.0, x] };
    vector::normalize(across).unwrap_or([1.0, 0.0, 0.0])
}

/// The rotation about `axis` that takes `from` into the half plane of `to`, followed by a rotation of `twist` radians. If
/// `from` or `to` is parallel to the axis, the first of these is the identity.
pub(super) fn roll(axis: Vector, from: Vector, to: Vector, twist: f64) -> Quaternion {
    let Some(axis) = vector::normalize(axis) else { return NONE };
    let across = |direction| vector::normalize(direction).map(|unit| cross(axis, unit));
    let across = |direction| across(direction).filter(|across| length(*across) > PARALLEL);
    let (Some(from), Some(to)) = (across(from), across(to)) else { return NONE };
    let roll = about(axis, dot(from, to), dot(axis, cross(from, to)));
    multiply(about(axis, libm::cos(twist), libm::sin(twist)), roll)
}

/// Interpolates from the identity at weight 0 to the whole rotation at weight 1, by normalized linear interpolation.
#[inline]
pub(super) fn weighted(rotation: Quaternion, weight: f64) -> Quaternion {
    let side = if rotation[3] < 0.0 { -1.0 } else { 1.0 };
    let whole = scale(rotation, side);
    if weight < 1.0 { normalize(lerp(NONE, whole, weight)) } else { whole }
}

/// Limits the angle of a rotation to `limit` radians. The rotation's w must not be negative. A NaN limit counts as 0.
#[inline]
pub(super) fn limited(rotation: Quaternion, limit: f64) -> Quaternion {
    let half = if limit > 0.0 { limit.min(PI) / 2.0 } else { 0.0 };
    let [x, y, z, w] = rotation;
    match vector::normalize([x, y, z]) {
        Some(axis) if w < libm::cos(half) => {
            let [x, y, z] = scale(axis, libm::sin(half));
            [x, y, z, libm::cos(half)]
        }
        _ => rotation,
    }
}

/// Clamps a weight to the range 0 to 1. NaN counts as 0.
#[inline]
pub(super) fn fraction(weight: f32) -> f64 {
    if weight > 0.0 { f64::from(weight.min(1.0)) } else { 0.0 }
}
