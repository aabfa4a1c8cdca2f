//! Code that the test cases of [`TwoBoneIk`](crate::layers::TwoBoneIk) and [`AimIk`](crate::layers::AimIk) share. The cases and
//! the expected rotations are those of ozz-animation's tests of IKTwoBoneJob and IKAimJob, with a tolerance of 1e-6 instead of
//! 2e-3.

use rigmill_math::quaternion::{self, normalize_in_f64};
use rigmill_math::{matrix, to_f32};

use crate::Matrix;

pub(super) const X: [f32; 3] = [1.0, 0.0, 0.0];
pub(super) const Y: [f32; 3] = [0.0, 1.0, 0.0];
pub(super) const Z: [f32; 3] = [0.0, 0.0, 1.0];
pub(super) const ROOT_2: f32 = std::f32::consts::SQRT_2;

pub(super) fn minus(vector: [f32; 3]) -> [f32; 3] {
    vector.map(|part| -part)
}

pub(super) fn times(vector: [f32; 3], factor: f32) -> [f32; 3] {
    vector.map(|part| part * factor)
}

/// The rotation about an axis by an angle in degrees, by the right-hand rule.
pub(super) fn turn(axis: [f32; 3], degrees: f64) -> [f32; 4] {
    let half = degrees.to_radians() / 2.0;
    let [x, y, z] = times(axis, to_f32(libm::sin(half)));
    normalize_in_f64([x, y, z, to_f32(libm::cos(half))])
}

/// Checks that two quaternions represent the same rotation.
#[track_caller]
pub(super) fn same(found: [f32; 4], expected: [f32; 4]) {
    let cosine: f32 = found.iter().zip(expected).map(|(a, b)| a * b).sum();
    let side = cosine.signum();
    let near = found.iter().zip(expected).all(|(a, b)| (a * side - b).abs() < 1e-6);
    assert!(near, "{found:?}, expected {expected:?}");
}

#[track_caller]
pub(super) fn none(found: [f32; 4]) {
    same(found, quaternion::IDENTITY);
}

pub(super) fn at(translation: [f32; 3]) -> Matrix {
    matrix::from_parts(translation, quaternion::IDENTITY, [1.0; 3])
}

/// Spaces above a limb: the identity, translated, rotated, uniformly and non-uniformly scaled, mirrored.
pub(super) fn parents() -> [Matrix; 6] {
    [
        matrix::IDENTITY,
        at(Y),
        matrix::from_quaternion(turn(Y, 60.0)),
        matrix::from_scale([2.0; 3]),
        matrix::from_scale([1.0, 2.0, 1.0]),
        matrix::from_scale([-3.0; 3]),
    ]
}

/// Transforms a direction by a space.
pub(super) fn direction(vector: [f32; 3], space: &Matrix) -> [f32; 3] {
    let mut space = *space;
    matrix::set_translation(&mut space, [0.0; 3]);
    matrix::transform_point(vector, &space)
}
