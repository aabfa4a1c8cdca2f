//! [`AimIk`]: the test cases of ozz-animation.

use super::ik_cases::*;
use crate::layers::{AimIk, AimSolution};
use crate::matrix::{self, IDENTITY};

/// A bone at the origin whose target is on its x axis.
fn along_x() -> AimIk {
    AimIk { target: X, ..AimIk::default() }
}

#[track_caller]
fn turns(ik: AimIk, expected: [f32; 4]) {
    let found = ik.solve(&IDENTITY);
    same(found.correction, expected);
    assert!(found.reached);
}

#[track_caller]
fn stays(found: AimSolution) {
    assert_eq!(found, AimSolution { correction: [0.0, 0.0, 0.0, 1.0], reached: false });
}

#[test]
fn a_bone_turns_to_its_target_in_any_space() {
    for parent in parents() {
        for (target, expected) in [
            (X, turn(Y, 0.0)),
            (minus(X), turn(Y, 180.0)),
            (Z, turn(Y, -90.0)),
            (minus(Z), turn(Y, 90.0)),
            ([1.0, 1.0, 0.0], turn(Z, 45.0)),
            ([2.0, 2.0, 0.0], turn(Z, 45.0)),
        ] {
            let target = matrix::transform_point(target, &parent);
            let found = AimIk { target, pole: direction(Y, &parent), ..AimIk::default() }.solve(&parent);
            same(found.correction, expected);
            assert!(found.reached);
        }
    }
}

#[test]
fn any_axis_can_be_the_forward_axis() {
    for (forward, degrees) in [(X, 0.0), (minus(X), -180.0), (Z, 90.0), (times(Z, 0.5), 90.0)] {
        turns(AimIk { forward, ..along_x() }, turn(Y, degrees));
    }
    stays(AimIk { forward: [0.0; 3], ..along_x() }.solve(&IDENTITY));
}

#[test]
fn the_up_axis_turns_to_the_pole() {
    for (up, degrees) in
        [(Y, 0.0), (minus(Y), 180.0), (Z, -90.0), (times(Z, 2.0), -90.0), (times(Z, 1e-9), -90.0), ([0.0; 3], 0.0)]
    {
        turns(AimIk { up, ..along_x() }, turn(X, degrees));
    }
    for (pole, degrees) in [(Y, 0.0), (minus(Y), 180.0), (Z, 90.0), (times(Z, 2.0), 90.0), (times(Z, 1e-9), 90.0)] {
        turns(AimIk { pole, ..along_x() }, turn(X, degrees));
    }
}

#[test]
fn a_ray_beside_the_bone_hits_the_target() {
    for (offset, expected) in [
        ([0.0; 3], turn(Z, 0.0)),
        ([0.0, ROOT_2 / 2.0, 0.0], turn(Z, -45.0)),
        ([0.5, 0.5, 0.0], turn(Z, -30.0)),
        ([-0.5, 0.5, 0.0], turn(Z, -30.0)),
        ([0.5, 0.0, 0.5], turn(Y, 30.0)),
    ] {
        turns(AimIk { offset, ..along_x() }, expected);
    }
    // The ray starts on the sphere through the target.
    turns(AimIk { offset: Y, ..along_x() }, turn(Z, -90.0));
    let moved = AimIk { offset: Y, ..along_x() }.solve(&at(Y));
    same(moved.correction, turn(Z, -90.0));
    assert!(moved.reached);
    // If the ray starts outside the sphere, no rotation can move it to the target.
    stays(AimIk { offset: [0.0, 2.0, 0.0], ..along_x() }.solve(&IDENTITY));
}

#[test]
fn twist_rotates_about_the_direction_to_the_target() {
    for (pole, twist, expected) in
        [(Y, 0.0, 0.0), (Y, 180.0, 180.0), (Y, -180.0, 180.0), (Y, 90.0, 90.0), (Z, 90.0, 180.0)]
    {
        turns(AimIk { pole, twist: f32::to_radians(twist), ..along_x() }, turn(X, expected));
    }
}

#[test]
fn up_or_pole_along_the_direction_to_the_target_does_not_matter() {
    for (target, degrees) in [(X, 0.0), (Y, 90.0), (times(Y, 2.0), 90.0), (times(Y, -2.0), -90.0)] {
        turns(AimIk { target, ..AimIk::default() }, turn(Z, degrees));
    }
}

#[test]
fn a_target_at_the_bone_or_a_flat_bone_changes_nothing() {
    stays(AimIk { target: [0.0; 3], ..AimIk::default() }.solve(&IDENTITY));
    stays(along_x().solve(&matrix::from_scale([0.0; 3])));
}

#[test]
fn weights_blend_from_no_correction_to_all_of_it() {
    for (weight, degrees) in [(1.0, -90.0), (2.0, -90.0), (0.5, -45.0), (0.0, 0.0), (-0.5, 0.0), (f32::NAN, 0.0)] {
        let found = AimIk { target: Z, weight, ..AimIk::default() }.solve(&IDENTITY);
        same(found.correction, turn(Y, degrees));
        assert_eq!(found.reached, weight >= 1.0);
    }
}
