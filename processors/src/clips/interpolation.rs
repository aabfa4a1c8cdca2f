//! Interpolation between keys, computed in `f64`.

use rigmill_math::vector::dot;
use rigmill_math::{Real, quaternion, to_f32};

/// Interpolates linearly between `a` and `b`.
pub(crate) fn lerp<const N: usize>(a: [f32; N], b: [f32; N], t: f64) -> [f32; N] {
    std::array::from_fn(|at| to_f32(f64::from(a[at]) * (1.0 - t) + f64::from(b[at]) * t))
}

/// Interpolates between the rotations `a` and `b` at constant speed, on the shorter path. The result has unit length. A zero
/// quaternion counts as the identity.
pub(crate) fn slerp(a: [f32; 4], b: [f32; 4], t: f64) -> [f32; 4] {
    let [a, b] = [a, b].map(|rotation| quaternion::normalize(rotation.map(f64::from)));
    quaternion::slerp(a, nearer(b, a), t).map(to_f32)
}

/// Normalizes a rotation. The result has the same bits as a value interpolated between two keys with this rotation.
pub(crate) fn normalize(rotation: [f32; 4]) -> [f32; 4] {
    slerp(rotation, rotation, 0.0)
}

/// Returns the quaternion or its negative (both are the same rotation), whichever is nearer to `to`.
pub(crate) fn nearer<T: Real>(quaternion: [T; 4], to: [T; 4]) -> [T; 4] {
    if dot(quaternion, to) < T::ZERO { quaternion.map(|component| -component) } else { quaternion }
}

/// Negates each rotation for which this is nearer to the previous rotation. Otherwise, interpolating components separately
/// between opposite quaternions would pass through zero.
pub(crate) fn continuous(mut rotations: Vec<[f32; 4]>) -> Vec<[f32; 4]> {
    for index in 1..rotations.len() {
        rotations[index] = nearer(rotations[index], rotations[index - 1]);
    }
    rotations
}
