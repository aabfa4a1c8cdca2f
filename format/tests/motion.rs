use rigmill_format::{AlignedBytes, Content, Motion, MotionInterpolation, MotionView, RigidTransform};

use crate::samples::{motion, scaled_motion};

/// A change that breaks a rule.
type Change = fn(&mut Motion);

fn problem(change: impl FnOnce(&mut Motion)) -> String {
    let mut motion = motion();
    change(&mut motion);
    motion.encode().unwrap_err().to_string()
}

#[test]
fn a_view_reads_a_motion_in_place() {
    let file = AlignedBytes::from_slice(&motion().encode().unwrap());
    let view = MotionView::parse(&file).unwrap();
    assert_eq!(
        (view.bone(), view.duration(), view.loops(), view.quantum()),
        ("Root", 352_800_000, true, 2_f64.powi(-20))
    );
    assert_eq!(view.to_owned(), motion());
    assert_eq!(view.whole_loop().translation, [1.0, 0.0, 0.0]);
}

#[test]
fn poses_meet_the_keys_and_hold_outside() {
    let file = AlignedBytes::from_slice(&motion().encode().unwrap());
    let view = MotionView::parse(&file).unwrap();
    for (time, pose) in view.times().iter().zip(view.poses()) {
        let found = view.pose(*time as f64);
        let off = found.translation.iter().zip(pose.translation).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-15, "{time}: {found:?}");
    }
    assert_eq!(view.pose(-1.0), RigidTransform::IDENTITY);
    assert_eq!(view.pose(f64::NAN), RigidTransform::IDENTITY);
    assert_eq!(view.pose(f64::INFINITY), view.whole_loop());
}

#[test]
fn scales_meet_the_keys_and_go_as_translations_do() {
    let file = AlignedBytes::from_slice(&scaled_motion().encode().unwrap());
    let view = MotionView::parse(&file).unwrap();
    for (time, scale) in view.times().iter().zip(view.scales()) {
        let found = view.scale(*time as f64);
        assert!((0..3).all(|axis| (found[axis] - scale[axis]).abs() < 1e-15), "{time}: {found:?}");
    }
    assert_eq!((view.scale(-1.0), view.scale(f64::INFINITY)), ([0.0; 3], view.whole_scale()));
    // In the middle of a cubic: the mean of the ends, plus an eighth of the interval times the difference of the slopes.
    let seconds = 100_000_000.0 / 705_600_000.0;
    let expected = 0.125 / 2.0 + seconds / 8.0 * (1.0 - 1.5);
    assert!((view.scale(50_000_000.0)[0] - expected).abs() < 1e-15);
    let linear = Motion {
        interpolation: MotionInterpolation::Linear,
        slopes: Vec::new(),
        scale_slopes: Vec::new(),
        ..scaled_motion()
    };
    let file = AlignedBytes::from_slice(&linear.encode().unwrap());
    assert_eq!(MotionView::parse(&file).unwrap().scale(50_000_000.0), [0.0625, 0.0, -0.125]);
}

#[test]
fn linear_keys_are_joined_by_straight_lines_and_even_turns() {
    let mut linear = motion();
    linear.interpolation = MotionInterpolation::Linear;
    linear.slopes.clear();
    let file = AlignedBytes::from_slice(&linear.encode().unwrap());
    let view = MotionView::parse(&file).unwrap();
    let pose = view.pose(50_000_000.0);
    assert_eq!(pose.translation, [0.125, 0.0, 0.25]);
    // Half of the rotation. The sine of half its angle was 0.6, so the cosine of a quarter of it is sqrt(0.9).
    assert!((pose.rotation[3] - 0.9_f64.sqrt()).abs() < 1e-15, "{pose:?}");
}

fn with_scale(scale: f64, slope: f64) -> Motion {
    let mut motion = scaled_motion();
    (motion.scales[1][2], motion.scale_slopes[1][0]) = (scale, slope);
    motion
}

#[test]
fn broken_rules_are_reported_by_name() {
    let cases: [(Change, &str); 15] = [
        (|m| drop(m.times.drain(..2)), "it has 1 keys, expected 2 or more"),
        (|m| m.poses.truncate(2), "it has 2 poses, expected 3"),
        (|m| m.slopes.clear(), "it has 0 slopes, expected 3"),
        (|m| m.times[0] = 1, "the keys do not reach from 0 to the duration"),
        (|m| m.times[1] = 0, "key 1 is not later than the previous key"),
        (|m| m.poses[0].translation[0] = 1.0, "the first pose is not the identity"),
        (|m| m.poses[1].rotation[0] = f64::NAN, "pose 1 is not finite"),
        (|m| m.poses[1].rotation = [0.0, 0.0, -0.6, -0.8], "the rotation of pose 1 is not in the hemisphere"),
        (|m| m.slopes[2].rotation[0] = f64::INFINITY, "the slope of key 2 is infinite"),
        (|m| m.quantum_bits = 31, "the quantum is 2^-31, expected 2^-30 or more"),
        (|m| m.scales = vec![[0.0; 3]; 2], "it has 2 scales, expected 3"),
        (|m| m.scales = vec![[0.0; 3]; 3], "it has 0 scale slopes, expected 3"),
        (|m| *m = Motion { scales: vec![[1.0; 3]; 3], ..scaled_motion() }, "the first scale is not zero"),
        (|m| *m = with_scale(f64::NAN, 0.0), "scale 1 is not finite or too large"),
        (|m| *m = with_scale(0.0, 1e13), "the slope of key 1 is infinite"),
    ];
    for (change, expected) in cases {
        let reported = problem(change);
        assert!(reported.contains(expected), "{reported}");
    }
}
