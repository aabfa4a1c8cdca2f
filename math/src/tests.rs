//! Rotations under the standard rules.

use proptest::prelude::*;

use crate::quaternion::{interpolate, normalize_in_f64};

/// Spherical linear interpolation in f64, as the reference.
fn slerp(a: [f64; 4], b: [f64; 4], fraction: f64) -> [f64; 4] {
    let dot: f64 = (0..4).map(|i| a[i] * b[i]).sum();
    let angle = libm::acos(dot.abs().min(1.0));
    let sine = libm::sin(angle);
    if sine < 1e-9 {
        return a;
    }
    let from = libm::sin((1.0 - fraction) * angle) / sine;
    let to = libm::sin(fraction * angle) / sine * dot.signum();
    std::array::from_fn(|i| from * a[i] + to * b[i])
}

/// The rotation angle from `a` to `b` in radians. It is also precise for small angles.
fn rotation_between(a: [f64; 4], b: [f64; 4]) -> f64 {
    let dot: f64 = (0..4).map(|i| a[i] * b[i]).sum();
    let chord: f64 = (0..4).map(|i| (a[i] - b[i] * dot.signum()).powi(2)).sum::<f64>().sqrt();
    4.0 * libm::asin((chord / 2.0).min(1.0))
}

fn error(a: [f32; 4], b: [f32; 4], fraction: f32) -> f64 {
    let wide = |q: [f32; 4]| {
        let q = q.map(f64::from);
        let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
        q.map(|c| c / length)
    };
    let found = wide(interpolate(a, b, fraction));
    rotation_between(found, slerp(wide(a), wide(b), f64::from(fraction)))
}

#[test]
fn rotation_is_even_to_a_ten_thousandth_of_a_radian() {
    let mut largest = 0.0_f64;
    for degrees in 0_u16..=720 {
        // Half the rotation angle, which is the angle between the quaternions: 0 to 90 degrees.
        let half = f64::from(degrees) / 720.0 * std::f64::consts::FRAC_PI_2;
        #[expect(clippy::cast_possible_truncation, reason = "keys are f32")]
        let end = [libm::sin(half) as f32, 0.0, 0.0, libm::cos(half) as f32];
        for step in 0_u16..=500 {
            let fraction = f32::from(step) / 500.0;
            largest = largest.max(error([0.0, 0.0, 0.0, 1.0], end, fraction));
        }
    }
    assert!(largest < 1e-4, "{largest}");
    assert!(largest < 1.1e-5, "worse than documented: {largest}");
}

#[test]
fn both_ends_are_met() {
    let (a, b) = ([0.1, 0.2, 0.3, 0.9], [0.7, -0.1, 0.2, -0.5]);
    assert!(error(a, b, 0.0) < 1e-6);
    assert!(error(a, b, 1.0) < 1e-6);
}

#[test]
fn a_quaternion_and_its_negative_are_one_rotation() {
    let (a, b) = ([0.0, 0.0, 0.1, 1.0], [0.0, 0.0, -0.3, -1.0]);
    let way = interpolate(a, b, 0.5);
    assert!(way[3] > 0.9, "the shortest way: {way:?}");
}

#[test]
fn a_quaternion_without_direction_is_the_identity() {
    assert_eq!(normalize_in_f64([0.0; 4]), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(normalize_in_f64([f32::INFINITY, 0.0, 0.0, 0.0]), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(normalize_in_f64([0.0, f32::NAN, 0.0, 0.0]), [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn the_smallest_and_largest_quaternions_normalize_in_f64() {
    let tiny = f32::from_bits(1);
    assert_eq!(normalize_in_f64([0.0, tiny, 0.0, 0.0]), [0.0, 1.0, 0.0, 0.0]);
    let huge = normalize_in_f64([f32::MAX; 4]);
    assert_eq!(huge, [0.5; 4]);
}

proptest! {
    #[test]
    fn any_two_rotations_interpolate_evenly_and_to_unit_length(
        a in prop::array::uniform4(-1.0_f32..1.0),
        b in prop::array::uniform4(-1.0_f32..1.0),
        fraction in 0.0_f32..=1.0,
    ) {
        let length = |q: [f32; 4]| q.iter().map(|c| c * c).sum::<f32>().sqrt();
        prop_assume!(length(a) > 1e-3 && length(b) > 1e-3);
        let dot: f32 = (0..4).map(|i| a[i] * b[i]).sum();
        // Between exactly opposite rotations, there are two shortest arcs.
        prop_assume!(dot.abs() > 1e-5);
        prop_assert!(error(a, b, fraction) < 1.5e-5);
        prop_assert!((length(interpolate(a, b, fraction)) - 1.0).abs() < 1e-6);
    }
}
