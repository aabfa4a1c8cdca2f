//! Rotations as unit quaternions, without angles where a square root does.

use std::f64::consts::PI;

use rigmill_math::quaternion::{multiply, normalize};
use rigmill_math::vector::{self, add, cross, dot, length, lerp, scale};

use super::frame::Vector;

pub(super) type Quaternion = [f64; 4];

pub(super) const NONE: Quaternion = [0.0, 0.0, 0.0, 1.0];

/// Sines below this count as 0: the directions come from `f32` matrices.
const PARALLEL: f64 = 1e-6;

/// The rotation about a unit axis that takes the direction (1, 0) of the plane across it to (`x`, `y`).
pub(super) fn about(axis: Vector, x: f64, y: f64) -> Quaternion {
    let radius = length([x, y]);
    // tan(angle / 2) is y / (r + x) and (r - x) / y: whichever does not cancel.
    let (cosine, sine) = if x >= 0.0 { (radius + x, y) } else { (y, radius - x) };
    let [a, b, c] = scale(axis, sine);
    normalize([a, b, c, cosine])
}

/// The shortest rotation from one direction to another; none if a vector has no direction, some half turn if they are
/// opposite.
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

/// Any unit vector across a unit vector.
fn perpendicular([x, y, z]: Vector) -> Vector {
    let across = if x * x < 0.5 { [0.0, z, -y] } else { [-z, 0.0, x] };
    vector::normalize(across).unwrap_or([1.0, 0.0, 0.0])
}

/// The rotation about `axis` that takes `from` into the half plane of `to`, and `twist` radians further. None if either of
/// the two is parallel to the axis.
pub(super) fn roll(axis: Vector, from: Vector, to: Vector, twist: f64) -> Quaternion {
    let Some(axis) = vector::normalize(axis) else { return NONE };
    let across = |direction| vector::normalize(direction).map(|unit| cross(axis, unit));
    let across = |direction| across(direction).filter(|across| length(*across) > PARALLEL);
    let (Some(from), Some(to)) = (across(from), across(to)) else { return NONE };
    let roll = about(axis, dot(from, to), dot(axis, cross(from, to)));
    multiply(about(axis, libm::cos(twist), libm::sin(twist)), roll)
}

/// From none at weight 0 to the whole rotation at 1, the shortest way: a normalized interpolation.
pub(super) fn weighted(rotation: Quaternion, weight: f64) -> Quaternion {
    let side = if rotation[3] < 0.0 { -1.0 } else { 1.0 };
    let whole = scale(rotation, side);
    if weight < 1.0 { normalize(lerp(NONE, whole, weight)) } else { whole }
}

/// A rotation whose w is not negative, or `limit` radians of it if it is larger. A limit of NaN counts as 0.
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

/// A weight from 0 to 1; NaN counts as 0.
pub(super) fn fraction(weight: f32) -> f64 {
    if weight > 0.0 { f64::from(weight.min(1.0)) } else { 0.0 }
}
