use proptest::prelude::*;
use rigmill_format::{MotionDelta, MotionDeltas, RigidTransform, RootPose};
use rigmill_math::quaternion::{multiply, normalize};
use rigmill_math::vector::dot;

fn pose_of(rotation: [f32; 3]) -> RootPose {
    let frames = vec![MotionDelta { rotation, ..MotionDelta::default() }];
    MotionDeltas { frame_rate: 30, has_scale: false, frames }.poses().next().unwrap()
}

#[test]
fn angles_are_the_same_after_a_whole_turn() {
    for (far, near) in [(359.0, -1.0), (-359.0, 1.0), (721.0, 1.0), (180.0, 180.0)] {
        let [found, expected] = [far, near].map(|degrees| pose_of([0.0, degrees, 0.0]).pose.rotation);
        let side = if dot(found, expected) < 0.0 { -1.0 } else { 1.0 };
        assert!((0..4).all(|at| (found[at] - side * expected[at]).abs() < 1e-12), "{far}: {found:?} {expected:?}");
    }
}

#[test]
fn angles_turn_about_z_then_x_then_y() {
    // Unity's Quaternion.Euler(30, 45, 60).
    let found = pose_of([30.0, 45.0, 60.0]).pose.rotation;
    let expected = [0.391_903_8, 0.200_562_1, 0.360_423_4, 0.822_363_2];
    assert!((0..4).all(|at| (found[at] - expected[at]).abs() < 1e-6), "{found:?}");
}

#[test]
fn poses_are_sums_of_records_and_rotations_turn_no_positions() {
    let delta = MotionDelta { position: [0.0, 0.0, 1.0], rotation: [0.0, 90.0, 0.0], scale: [0.5, 0.0, -0.25] };
    let deltas = MotionDeltas { frame_rate: 30, has_scale: true, frames: vec![delta; 3] };
    let last = deltas.poses().last().unwrap();
    assert_eq!((last.pose.translation, last.scale), ([0.0, 0.0, 3.0], [1.5, 0.0, -0.75]));
    assert!((last.pose.rotation[1].abs() - 0.5_f64.sqrt()).abs() < 1e-12, "270 degrees: {:?}", last.pose.rotation);
}

fn about(axis: usize, degrees: f64) -> [f64; 4] {
    let mut turn = [0.0, 0.0, 0.0, libm::cos(degrees.to_radians() / 2.0)];
    turn[axis] = libm::sin(degrees.to_radians() / 2.0);
    turn
}

/// The largest change of an angle between two frames in degrees, for a root with this rotation over time.
fn largest_change(rotation: impl Fn(f64) -> [f64; 4]) -> f32 {
    let pose = |frame: u32| RootPose {
        pose: RigidTransform { translation: [0.0; 3], rotation: rotation(f64::from(frame)) },
        scale: [0.0; 3],
    };
    let deltas = MotionDeltas::of_poses(30, false, &(0..720).map(pose).collect::<Vec<_>>());
    deltas.frames.iter().flat_map(|frame| frame.rotation).map(f32::abs).fold(0.0, f32::max)
}

#[test]
fn written_angles_are_continuous() {
    for axis in 0..3 {
        let largest = largest_change(|frame| about(axis, 3.0 * frame));
        assert!((largest - 3.0).abs() < 1e-3, "axis {axis}: {largest}");
    }
    // Looks up past the zenith and down past the nadir, while the heading changes.
    let largest = largest_change(|frame| multiply(about(1, 2.0 * frame), about(0, 100.0 * libm::sin(frame / 30.0))));
    assert!(largest < 5.0, "{largest}");
    // 120 turns, so many that the angles are reduced once.
    let turning = largest_change(|frame| about(1, 60.0 * frame));
    assert!(turning < 32_768.0 + 60.0, "{turning}");
}

fn number(limit: f64) -> impl Strategy<Value = f64> {
    -limit..limit
}

fn root() -> impl Strategy<Value = RootPose> {
    let vector = || [number(100.0), number(1.0), number(1e-3)];
    let quaternion = [number(1.0), number(1.0), number(1.0), number(1.0)];
    (vector(), quaternion, vector()).prop_map(|(translation, turned, scale)| RootPose {
        pose: RigidTransform { translation, rotation: normalize(turned) },
        scale,
    })
}

proptest! {
    #[test]
    fn sums_of_written_records_are_the_poses(poses in prop::collection::vec(root(), 1..50)) {
        let deltas = MotionDeltas::of_poses(30, true, &poses);
        let mut single = [0.0_f32; 9];
        for ((frame, found), expected) in deltas.frames.iter().zip(deltas.poses()).zip(&poses) {
            let records = frame.position.iter().chain(&frame.rotation).chain(&frame.scale);
            single.iter_mut().zip(records).for_each(|(sum, delta)| *sum += delta);
            // Sums in single precision equal sums in double precision.
            prop_assert_eq!(&single.map(f64::from)[..3], &found.pose.translation[..]);
            prop_assert_eq!(&single.map(f64::from)[6..], &found.scale[..]);
            for at in 0..3 {
                let close = [1e-5, 1e-7, 2e-10][at];
                prop_assert!((found.pose.translation[at] - expected.pose.translation[at]).abs() < close);
                prop_assert!((found.scale[at] - expected.scale[at]).abs() < close);
            }
            prop_assert!(1.0 - dot(found.pose.rotation, expected.pose.rotation).abs() < 1e-11);
        }
    }
}
