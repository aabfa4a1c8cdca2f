//! Compares skinning with screw motions and with plain formulas in double precision.

use crate::affine::{Affine, from_parts, multiply, to_matrix, transform_point};
use crate::matrix::{IDENTITY, Matrix, transform_point as moved};
use crate::skin::{DualQuaternion, Joints, transform_normal};

fn about(axis: [f64; 3], angle: f64) -> [f64; 4] {
    let length = axis.iter().map(|it| it * it).sum::<f64>().sqrt();
    let sine = libm::sin(angle / 2.0) / length;
    [axis[0] * sine, axis[1] * sine, axis[2] * sine, libm::cos(angle / 2.0)]
}

fn near<const N: usize>(a: [f32; N], b: [f64; N], within: f64) {
    let far = a.iter().zip(b).any(|(a, b)| (f64::from(*a) - b).abs() > within);
    assert!(!far, "{a:?} is not {b:?}");
}

/// The matrix of joints with these transforms, with dual quaternions only.
fn by_dual_quaternions(joints: &[Affine], weights: &[f32]) -> Matrix {
    let matrices: Vec<Matrix> = joints.iter().map(to_matrix).collect();
    let dual_quaternions: Vec<_> = matrices.iter().map(DualQuaternion::of_matrix).collect();
    let joints = Joints { matrices: &matrices, dual_quaternions: &dual_quaternions };
    joints.vertex_matrix(weights.iter().copied().enumerate(), 1.0)
}

#[test]
fn one_joint_alone_moves_as_its_matrix_does() {
    for step in 0..64 {
        let angle = f64::from(step) * 0.2 - 6.4;
        let rotation = about([0.3, -1.0, 0.5], angle);
        let joint = from_parts([1.0, -2.0, 3.0], rotation, [2.0, 0.5, -1.5]);
        let matrix = by_dual_quaternions(&[joint], &[1.0]);
        for point in [[0.0; 3], [1.0, 2.0, 3.0], [-4.0, 0.25, 1.0]] {
            near(moved(point, &matrix), transform_point(&joint, point.map(f64::from)), 1e-5);
        }
    }
}

/// The middle between two rigid motions is half of the screw motion from one to the other: Kavan et al., section 4.1.
#[test]
fn halfway_between_two_joints_is_half_of_the_screw_between_them() {
    let axis = [1.0, 2.0, -0.5];
    let length = axis.iter().map(|it| it * it).sum::<f64>().sqrt();
    let start = from_parts([0.5, 3.0, -1.0], about([1.0, 0.0, 1.0], 2.0), [1.0; 3]);
    let center = [0.25, -1.0, 2.0];
    // A rotation about a line through the center, and a translation along it.
    let screw = |angle: f64, slide: f64| {
        let turn = from_parts([0.0; 3], about(axis, angle), [1.0; 3]);
        let turned = transform_point(&turn, center);
        let along = |at: usize| center[at] - turned[at] + axis[at] / length * slide;
        from_parts([along(0), along(1), along(2)], about(axis, angle), [1.0; 3])
    };
    // Beyond half a turn, the shorter arc is on the other side.
    for (angle, slide) in [(0.0, 1.0), (0.5, -2.0), (2.0, 0.25), (3.0, 1.0), (-3.0, 0.5)] {
        let joints = [start, multiply(&screw(angle, slide), &start)];
        let expected = multiply(&screw(angle / 2.0, slide / 2.0), &start);
        let matrix = by_dual_quaternions(&joints, &[0.5, 0.5]);
        for point in [[0.0; 3], [1.0, 2.0, 3.0]] {
            near(moved(point, &matrix), transform_point(&expected, point.map(f64::from)), 1e-5);
        }
    }
}

#[test]
fn both_signs_of_a_quaternion_are_one_rotation() {
    let one = DualQuaternion::of_affine(&from_parts([1.0, 0.0, 2.0], about([0.0, 1.0, 0.0], 0.5), [1.0; 3]));
    let two = DualQuaternion::of_affine(&from_parts([0.0, 3.0, 0.0], about([1.0, 1.0, 0.0], 1.5), [1.0; 3]));
    let other = DualQuaternion { real: two.real.map(|it| -it), dual: two.dual.map(|it| -it), ..two };
    let blended = |dual_quaternions: [DualQuaternion; 2]| {
        let joints = Joints { matrices: &[], dual_quaternions: &dual_quaternions };
        joints.vertex_matrix([(0, 0.625), (1, 0.375)].into_iter(), 1.0)
    };
    assert_eq!(blended([one, two]), blended([one, other]));
}

#[test]
fn scales_add_up_apart_from_rotations() {
    let joints = [
        from_parts([0.0; 3], about([0.0, 0.0, 1.0], 0.0), [1.0, 1.0, 4.0]),
        from_parts([0.0; 3], about([0.0, 0.0, 1.0], 1.0), [3.0, 1.0, 2.0]),
    ];
    let expected = from_parts([0.0; 3], about([0.0, 0.0, 1.0], 0.5), [2.0, 1.0, 3.0]);
    let matrix = by_dual_quaternions(&joints, &[0.5, 0.5]);
    near(moved([1.0, 2.0, 3.0], &matrix), transform_point(&expected, [1.0, 2.0, 3.0]), 1e-6);
}

#[test]
fn a_share_mixes_both_ways() {
    let matrices = [IDENTITY, to_matrix(&from_parts([0.0; 3], about([0.0, 0.0, 1.0], 2.0), [1.0; 3]))];
    let dual_quaternions = matrices.map(|it| DualQuaternion::of_matrix(&it));
    let joints = Joints { matrices: &matrices, dual_quaternions: &dual_quaternions };
    let at = |share| moved([1.0, 0.0, 0.0], &joints.vertex_matrix([(0, 0.5), (1, 0.5), (7, 0.0)].into_iter(), share));
    // Half of a rotation by 2 radians. The sum of matrices shrinks by cos 1, dual quaternions do not.
    let (cosine, sine) = (libm::cos(1.0), libm::sin(1.0));
    near(at(0.0), [cosine * cosine, sine * cosine, 0.0], 1e-6);
    near(at(1.0), [cosine, sine, 0.0], 1e-6);
    near(at(0.25), [0.75 * cosine * cosine + 0.25 * cosine, 0.75 * sine * cosine + 0.25 * sine, 0.0], 1e-6);
}

#[test]
fn numbers_without_sense_make_no_panic() {
    let joints =
        Joints { matrices: &[[f32::NAN; 16]], dual_quaternions: &[DualQuaternion::of_matrix(&[f32::MAX; 16])] };
    let _ = joints.vertex_matrix([(0, 1.0)].into_iter(), 0.5);
    assert_eq!(joints.vertex_matrix([(3, 1.0)].into_iter(), 1.0), IDENTITY);
    assert_eq!(DualQuaternion::of_matrix(&[0.0; 16]).scale, [0.0; 3]);
}

#[test]
fn normals_stay_at_right_angles() {
    let squash = to_matrix(&from_parts([5.0, 0.0, 0.0], about([0.0, 0.0, 1.0], 0.0), [2.0, 1.0, 1.0]));
    // The plane x = y, whose normal is 1, -1, becomes x = 2 y, whose normal is 1, -2.
    let root = 0.5_f64.sqrt();
    let normal = transform_normal([1.0, -1.0, 0.0].map(|it: f32| it * crate::to_f32(root)), &squash);
    near(normal, [0.2_f64.sqrt(), -2.0 * 0.2_f64.sqrt(), 0.0], 1e-6);
    // After mirroring, normals still point outside.
    let mirror = to_matrix(&from_parts([0.0; 3], [0.0, 0.0, 0.0, 1.0], [-1.0, 1.0, 1.0]));
    near(transform_normal([1.0, 0.0, 0.0], &mirror), [-1.0, 0.0, 0.0], 0.0);
    assert_eq!(transform_normal([0.0, 0.0, 1.0], &[0.0; 16]), [0.0, 0.0, 1.0]);
}
