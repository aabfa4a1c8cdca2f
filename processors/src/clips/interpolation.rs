//! Interpolation of keys, computed in `f64`.

use rigmill_math::vector::dot;
use rigmill_math::{Real, quaternion, to_f32};

/// The point between `a` and `b`.
pub(crate) fn lerp<const N: usize>(a: [f32; N], b: [f32; N], t: f64) -> [f32; N] {
    std::array::from_fn(|at| to_f32(f64::from(a[at]) * (1.0 - t) + f64::from(b[at]) * t))
}

/// The rotation between `a` and `b`, the shorter way at constant speed, of unit length. A zero quaternion counts as the
/// identity.
pub(crate) fn slerp(a: [f32; 4], b: [f32; 4], t: f64) -> [f32; 4] {
    let [a, b] = [a, b].map(|rotation| quaternion::normalize(rotation.map(f64::from)));
    quaternion::slerp(a, nearer(b, a), t).map(to_f32)
}

/// The rotation with unit length, with the same bits as a key between two equal ones.
pub(crate) fn normalize(rotation: [f32; 4]) -> [f32; 4] {
    slerp(rotation, rotation, 0.0)
}

/// The quaternion or its negative, which is the same rotation, whichever is nearer to `to`.
pub(crate) fn nearer<T: Real>(quaternion: [T; 4], to: [T; 4]) -> [T; 4] {
    if dot(quaternion, to) < T::ZERO { quaternion.map(|component| -component) } else { quaternion }
}

/// The rotations, each negated if that is nearer to the one before. Components are interpolated one by one, and from a quaternion
/// to an opposite one they would pass through zero.
pub(crate) fn continuous(mut rotations: Vec<[f32; 4]>) -> Vec<[f32; 4]> {
    for index in 1..rotations.len() {
        rotations[index] = nearer(rotations[index], rotations[index - 1]);
    }
    rotations
}
