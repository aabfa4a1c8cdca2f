//! [`TwoBoneIk`]: the test cases of ozz-animation, and the differences from it.

use rigmill_math::matrix3;
use rigmill_math::vector::{add, length, subtract};

use super::ik_cases::*;
use crate::Matrix;
use crate::layers::{TwoBoneIk, TwoBoneSolution};
use crate::matrix::{self, IDENTITY};

/// A limb of two bones of length 1 below a space: the first points up, the second along x.
fn limb(parent: &Matrix) -> [Matrix; 3] {
    let mid = matrix::from_parts(Y, turn(Z, 90.0), [1.0; 3]);
    [IDENTITY, mid, at([1.0, 1.0, 0.0])].map(|joint| matrix::multiply(&joint, parent))
}

fn straight() -> [Matrix; 3] {
    [at([0.0; 3]), at(X), at([2.0, 0.0, 0.0])]
}

fn solve(ik: &TwoBoneIk, [start, mid, end]: &[Matrix; 3]) -> TwoBoneSolution {
    ik.solve([start, mid, end])
}

/// The distance of the corrected end from the target, computed in `f64` with matrices.
fn miss(ik: &TwoBoneIk, limb: &[Matrix; 3], found: &TwoBoneSolution) -> f64 {
    let origin = |matrix: &Matrix| matrix::translation(matrix).map(f64::from);
    let corrected = |joint: &Matrix, correction: [f32; 4], point: [f64; 3]| {
        let rows = matrix::rows(joint);
        let local = matrix3::transform(subtract(point, origin(joint)), &matrix3::inverse(&rows).unwrap());
        let rotated = matrix3::transform(local, &matrix3::from_quaternion(correction.map(f64::from)));
        add(matrix3::transform(rotated, &rows), origin(joint))
    };
    let end = corrected(&limb[1], found.mid, origin(&limb[2]));
    let end = corrected(&limb[0], found.start, end);
    length(subtract(end, ik.target.map(f64::from)))
}

/// Solves, and checks whether the end is at the target as reported.
#[track_caller]
fn reaches(ik: &TwoBoneIk, limb: &[Matrix; 3], reached: bool) -> TwoBoneSolution {
    let found = solve(ik, limb);
    let miss = miss(ik, limb, &found);
    assert_eq!((miss < 2e-6, found.reached), (reached, reached), "missed by {miss}");
    found
}

#[test]
fn the_start_joint_turns_to_the_target_in_any_space() {
    for parent in parents() {
        let limb = limb(&parent);
        let ik = TwoBoneIk { pole: direction(Y, &parent), ..TwoBoneIk::default() };
        for (target, degrees) in
            [([1.0, 1.0, 0.0], 0.0), ([0.0, 1.0, 1.0], -90.0), ([-1.0, 1.0, 0.0], 180.0), ([0.0, 1.0, -1.0], 90.0)]
        {
            let found = reaches(&TwoBoneIk { target: matrix::transform_point(target, &parent), ..ik }, &limb, true);
            same(found.start, turn(Y, degrees));
            none(found.mid);
        }
    }
}

#[test]
fn the_mid_joint_points_to_the_pole() {
    let limb = limb(&IDENTITY);
    for (pole, target, start) in [
        (Y, [1.0, 1.0, 0.0], turn(Z, 0.0)),
        (Z, [1.0, 0.0, 1.0], turn(X, 90.0)),
        (minus(Z), [1.0, 0.0, -1.0], turn(X, -90.0)),
        (X, [1.0, -1.0, 0.0], turn(Z, -90.0)),
        (minus(X), [-1.0, 1.0, 0.0], turn(Z, 90.0)),
    ] {
        let found = reaches(&TwoBoneIk { pole, target, ..TwoBoneIk::default() }, &limb, true);
        same(found.start, start);
        none(found.mid);
    }
}

#[test]
fn bones_scaled_to_nothing_stay() {
    let flat = matrix::from_scale([0.0; 3]);
    let found = solve(&TwoBoneIk::default(), &[flat, flat, flat]);
    assert_eq!((found.start, found.mid, found.reached), ([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0], false));
}

#[test]
fn a_soft_limb_reaches_what_is_near() {
    let limb = limb(&IDENTITY);
    let soft = |soften, x| TwoBoneIk { target: [x, 0.0, 0.0], soften, ..TwoBoneIk::default() };
    let found = reaches(&soft(1.0, 2.0), &limb, true);
    same(found.start, turn(Z, -90.0));
    same(found.mid, turn(Z, 90.0));
    reaches(&soft(0.5, 1.0), &limb, true);
    reaches(&soft(0.5, 0.8), &limb, true);
    for (soften, x) in [(0.5, 1.2), (0.0, 1.2), (0.5, 2.0), (1.0, 3.0)] {
        reaches(&soft(soften, x), &limb, false);
    }
}

#[test]
fn a_soft_limb_falls_behind_exponentially_and_never_overshoots() {
    let limb = limb(&IDENTITY);
    let mut last = 0.0;
    for step in 1_u8..80 {
        let x = f32::from(step) * 0.05;
        let ik = TwoBoneIk { target: [x, 0.0, 0.0], soften: 0.6, ..TwoBoneIk::default() };
        let behind = miss(&ik, &limb, &solve(&ik, &limb));
        // da = 0.6 x 2, ds = 2 - da; the end is at da + ds (1 - e^-((x - da) / ds)).
        let x = f64::from(x);
        let expected = if x <= 1.2 { x } else { 1.2 + 0.8 * (1.0 - libm::exp(-(x - 1.2) / 0.8)) };
        assert!((x - behind - expected).abs() < 1e-6, "{x}: {behind}");
        assert!(expected > last && expected < 2.0, "it never turns back, nor is it ever straight");
        last = expected;
    }
}

#[test]
fn twist_rotates_about_the_line_to_the_target() {
    let limb = limb(&IDENTITY);
    let across = [ROOT_2 / 2.0, ROOT_2 / 2.0, 0.0];
    for degrees in [0.0_f32, 90.0, 180.0, 360.0, -30.0] {
        let ik = TwoBoneIk { target: [1.0, 1.0, 0.0], twist: degrees.to_radians(), ..TwoBoneIk::default() };
        let found = reaches(&ik, &limb, true);
        same(found.start, turn(across, f64::from(degrees)));
        none(found.mid);
    }
}

#[test]
fn weights_blend_from_no_correction_to_all_of_it() {
    let limb = limb(&IDENTITY);
    for (weight, part) in [(1.0, 1.0), (1.1, 1.0), (0.0, 0.0), (-0.1, 0.0), (f32::NAN, 0.0), (0.5, 0.5)] {
        let ik = TwoBoneIk { target: [2.0, 0.0, 0.0], weight, ..TwoBoneIk::default() };
        let found = reaches(&ik, &limb, part == 1.0);
        same(found.start, turn(Z, -90.0 * part));
        same(found.mid, turn(Z, 90.0 * part));
    }
}

#[test]
fn a_pole_along_the_line_to_the_target_leaves_the_limb_as_it_turns() {
    let limb = limb(&IDENTITY);
    let ik = |target| TwoBoneIk { target, ..TwoBoneIk::default() };
    none(reaches(&ik([0.0, ROOT_2, 0.0]), &limb, true).mid);
    let beside = reaches(&ik([0.001, ROOT_2, 0.0]), &limb, true);
    // Next to that line, the pole has an influence again: the direction to the target differs by 0.04 degrees.
    let degrees = 45.0 - libm::atan(0.001 / 2.0_f64.sqrt()).to_degrees();
    same(beside.start, turn(Z, degrees));
    same(reaches(&ik([0.0, 3.0, 0.0]), &limb, false).mid, turn(Z, 90.0));
}

#[test]
fn the_mid_axis_tells_which_way_the_limb_bends() {
    let ik = TwoBoneIk { target: [1.0, 1.0, 0.0], ..TwoBoneIk::default() };
    let found = reaches(&TwoBoneIk { mid_axis: Z, ..ik }, &limb(&IDENTITY), true);
    none(found.start);
    none(found.mid);
    let found = reaches(&TwoBoneIk { mid_axis: minus(Z), ..ik }, &limb(&IDENTITY), true);
    same(found.start, turn(Y, 180.0));
    same(found.mid, turn(Z, 180.0));
    let [start, mid, _] = limb(&IDENTITY);
    let found = reaches(&ik, &[start, mid, at([0.0, 2.0, 0.0])], true);
    none(found.start);
    same(found.mid, turn(Z, -90.0));
    // The axis may have any length.
    assert_eq!(solve(&TwoBoneIk { mid_axis: times(Z, 4.0), ..ik }, &limb(&IDENTITY)), solve(&ik, &limb(&IDENTITY)));
    let [start, mid, end] = limb(&IDENTITY);
    let axis = TwoBoneIk::mid_axis_of([&start, &mid, &end]).unwrap();
    assert!(axis.iter().zip(Z).all(|(a, b)| (a - b).abs() < 1e-6), "{axis:?}");
    let [start, mid, end] = straight();
    assert_eq!(TwoBoneIk::mid_axis_of([&start, &mid, &end]), None);
}

#[test]
fn a_straight_limb_along_the_line_to_the_target_stays() {
    for (x, reached) in [(2.0, true), (3.0, false)] {
        let found = reaches(&TwoBoneIk { target: [x, 0.0, 0.0], ..TwoBoneIk::default() }, &straight(), reached);
        none(found.start);
        none(found.mid);
    }
}

#[test]
fn a_target_at_the_start_joint_folds_the_limb() {
    let found = reaches(&TwoBoneIk::default(), &limb(&IDENTITY), true);
    none(found.start);
    same(found.mid, turn(Z, -90.0));
}

#[test]
fn bones_without_a_length_stay() {
    let found = reaches(&TwoBoneIk { target: X, ..TwoBoneIk::default() }, &[IDENTITY; 3], false);
    assert_eq!((found.start, found.mid), ([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]));
}

#[test]
fn a_target_too_near_for_unequal_bones_is_not_reached() {
    let [start, mid, _] = limb(&IDENTITY);
    let limb = [start, mid, at([0.5, 1.0, 0.0])];
    let near = |x| TwoBoneIk { target: [x, 0.0, 0.0], ..TwoBoneIk::default() };
    reaches(&near(0.5), &limb, true);
    let ik = near(0.3);
    let found = reaches(&ik, &limb, false);
    assert!((miss(&ik, &limb, &found) - 0.2).abs() < 1e-6, "as near as it gets");
}
