//! Root motion: deltas, loops, fixed-point numbers, and checks of clients.

use proptest::prelude::*;
use rigmill_format::motion::TICKS_PER_SECOND;
use rigmill_format::{self as format, MotionInterpolation, RigidTransform};
use rigmill_math::quaternion::normalize;
use rigmill_math::vector::{dot, length};
use rigmill_test_random::cases;

use rigmill_runtime::content::Motion;
use rigmill_runtime::motion::{FixedDelta, Steps, ticks};

const SIXTIETH: i64 = 705_600_000 / 60;

fn rigid(translation: [f64; 3], rotation: [f64; 4]) -> RigidTransform {
    RigidTransform { translation, rotation }
}

/// Half a second in which the root moves forward by one unit and rotates by a quarter turn.
fn quarter() -> format::Motion {
    let half = 0.5_f64.sqrt();
    format::Motion {
        bone: "Root".to_owned(),
        loops: true,
        interpolation: MotionInterpolation::Smooth,
        quantum_bits: 20,
        start: RigidTransform::IDENTITY,
        times: vec![0, 100_000_000, 352_800_000],
        poses: vec![
            RigidTransform::IDENTITY,
            rigid([0.25, 0.0, 0.5], [0.0, 0.0, 0.6, 0.8]),
            rigid([1.0, 0.0, 0.0], [0.0, 0.0, half, half]),
        ],
        slopes: vec![
            rigid([2.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]),
            rigid([2.0, 0.5, 0.0], [0.0, 0.0, 0.5, -0.25]),
            rigid([2.0, 0.0, -1.0], [0.0; 4]),
        ],
        ..format::Motion::default()
    }
}

/// A second in which the root moves by 1.37 along z at constant speed.
fn straight() -> format::Motion {
    format::Motion {
        loops: true,
        quantum_bits: 20,
        times: vec![0, TICKS_PER_SECOND],
        poses: vec![RigidTransform::IDENTITY, rigid([0.0, 0.0, 1.37], [0.0, 0.0, 0.0, 1.0])],
        ..format::Motion::default()
    }
}

fn loaded(motion: &format::Motion) -> Motion {
    Motion::from_owned(motion).unwrap()
}

/// The largest difference between the numbers of two transforms. A quaternion and its negative are equal.
fn apart(a: &RigidTransform, b: &RigidTransform) -> f64 {
    let side = if dot(a.rotation, b.rotation) < 0.0 { -1.0 } else { 1.0 };
    let moved = a.translation.iter().zip(b.translation).map(|(a, b)| (a - b).abs());
    let turned = a.rotation.iter().zip(b.rotation).map(|(a, b)| (a - side * b).abs());
    moved.chain(turned).fold(0.0, f64::max)
}

fn number(limit: f64) -> impl Strategy<Value = f64> {
    -limit..limit
}

fn key() -> impl Strategy<Value = (u64, RigidTransform, RigidTransform)> {
    let vector = || [number(4.0), number(4.0), number(4.0)];
    let quaternion = || [number(1.0), number(1.0), number(1.0), number(1.0)];
    (TICKS_PER_SECOND / 60..TICKS_PER_SECOND, vector(), quaternion(), vector(), quaternion())
        .prop_map(|(gap, at, turned, speed, turning)| (gap, rigid(at, normalize(turned)), rigid(speed, turning)))
}

/// The same motion with a scale that changes like its translation.
fn scaled(motion: &format::Motion) -> format::Motion {
    let numbers = |keys: &[RigidTransform]| keys.iter().map(|key| key.translation).collect();
    format::Motion { scales: numbers(&motion.poses), scale_slopes: numbers(&motion.slopes), ..motion.clone() }
}

fn motion() -> impl Strategy<Value = format::Motion> {
    (prop::collection::vec(key(), 2..7), any::<bool>(), any::<bool>(), 8_u32..31).prop_map(
        |(keys, loops, smooth, quantum_bits)| {
            let mut made = format::Motion { loops, quantum_bits, ..format::Motion::default() };
            for (gap, mut pose, slope) in keys {
                let before = made.poses.last().copied().unwrap_or_default();
                if dot(before.rotation, pose.rotation) < 0.0 {
                    pose.rotation = pose.rotation.map(|part| -part);
                }
                made.times.push(made.times.last().map_or(0, |last| last + gap));
                made.poses.push(if made.poses.is_empty() { before } else { pose });
                made.slopes.push(slope);
            }
            made.interpolation = if smooth { MotionInterpolation::Smooth } else { MotionInterpolation::Linear };
            if !smooth {
                made.slopes.clear();
            }
            made
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(10_000)))]

    #[test]
    fn deltas_of_any_split_add_up(motion in motion(), times in prop::collection::vec(number(60.0), 2..12)) {
        let motion = loaded(&motion);
        let sum = times.windows(2).fold(RigidTransform::IDENTITY, |sum, pair| sum.then(&motion.delta(pair[0], pair[1])));
        let whole = motion.delta(times[0], times[times.len() - 1]);
        prop_assert!(apart(&sum, &whole) < 1e-6, "{sum:?} {whole:?}");
        let times: Vec<_> = times.into_iter().map(ticks).collect();
        let mut sum = FixedDelta::default();
        times.windows(2).for_each(|pair| sum += motion.fixed_delta(pair[0], pair[1]));
        prop_assert_eq!(sum, motion.fixed_delta(times[0], times[times.len() - 1]));
    }

    #[test]
    fn scale_deltas_of_any_split_add_up(motion in motion(), times in prop::collection::vec(number(60.0), 2..12)) {
        let motion = loaded(&scaled(&motion));
        let whole = motion.scale_delta(times[0], times[times.len() - 1]);
        for axis in 0..3 {
            let sum: f64 = times.windows(2).map(|pair| motion.scale_delta(pair[0], pair[1])[axis]).sum();
            prop_assert!((sum - whole[axis]).abs() < 1e-9, "{} {:?}", sum, whole);
        }
        let times: Vec<_> = times.into_iter().map(ticks).collect();
        let mut sum = FixedDelta::default();
        times.windows(2).for_each(|pair| sum += motion.fixed_delta(pair[0], pair[1]));
        prop_assert_eq!(sum, motion.fixed_delta(times[0], times[times.len() - 1]));
    }

    #[test]
    fn fixed_point_is_within_half_a_quantum(motion in motion(), seconds in number(1000.0)) {
        let motion = loaded(&motion);
        let tick = ticks(seconds);
        let (fixed, exact) = (motion.fixed_delta(0, tick), motion.pose_at_tick(tick));
        // The double-precision reference loses up to one last bit per loop.
        let loops = seconds.abs() / motion.duration() + 1.0;
        let reach = loops * length(motion.pose(motion.duration()).translation);
        for (found, expected) in fixed.translation.iter().zip(exact.translation) {
            let limit = 0.5 * motion.quantum() + 1e-9 + f64::EPSILON * loops * reach;
            prop_assert!((*found as f64 * motion.quantum() - expected).abs() <= limit, "{fixed:?} {exact:?}");
        }
    }

    #[test]
    fn no_times_lead_to_a_panic(motion in motion(), from in any::<f64>(), to in any::<i64>()) {
        let motion = loaded(&motion);
        let _ = motion.delta(from, to as f64);
        let _ = motion.fixed_delta(ticks(from), to);
        let _ = motion.fixed_delta(to, i64::MIN);
    }
}

#[test]
fn a_delta_is_seen_from_where_the_root_stands() {
    let motion = loaded(&quarter());
    // After a loop, the root faces along y, but another loop still gives the same delta.
    let again = motion.delta(0.5, 1.0);
    assert!(apart(&again, &motion.delta(0.0, 0.5)) < 1e-12, "{again:?}");
    assert!(apart(&motion.pose(1.0), &rigid([1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 0.0])) < 1e-12);
    // Four quarter turns lead back to the start. Moving backwards undoes moving forwards.
    assert!(apart(&motion.delta(0.125, 2.125), &RigidTransform::IDENTITY) < 1e-12);
    let there_and_back = motion.delta(0.3, -7.1).then(&motion.delta(-7.1, 0.3));
    assert!(apart(&there_and_back, &RigidTransform::IDENTITY) < 1e-12);
}

#[test]
fn a_motion_that_does_not_loop_stays_at_its_ends() {
    let motion = loaded(&format::Motion { loops: false, ..straight() });
    assert_eq!(motion.delta(-5.0, 0.5).translation, [0.0, 0.0, 0.685]);
    assert_eq!(motion.delta(1.0, 99.0), RigidTransform::IDENTITY);
    assert_eq!(motion.fixed_delta(ticks(2.0), ticks(3.0)), FixedDelta::default());
    assert_eq!(motion.delta(f64::NAN, f64::INFINITY), RigidTransform::IDENTITY);
}

/// The values were computed from the definition, with another program.
#[test]
fn recorded_fixed_point_values_are_met() {
    let motion = loaded(&quarter());
    for (tick, translation, rotation) in RECORDED {
        let found = motion.fixed_delta(0, tick);
        let one = motion.one();
        let expected = FixedDelta { translation, rotation: [0, 0, rotation[0], rotation[1] - one], scale: [0; 3] };
        assert_eq!(found, expected, "tick {tick}");
    }
}

/// Tick, translation, and z and w of the rotation.
const RECORDED: [(i64, [i64; 3], [i64; 2]); 7] = [
    (11_760_000, [33_612, -907, 33_654], [37_001, 1_047_923]),
    (200_000_000, [571_481, 27_146, 378_608], [691_867, 787_929]),
    (352_800_000, [1_048_576, 0, 0], [741_455, 741_455]),
    (-11_760_000, [388, 35_173, 19_186], [-522, 1_048_576]),
    (2_540_242_320_000, [212_497, -8_902, 484_742], [580_415, 873_287]),
    (-100_000_000_000_000_000, [117, 19_088, 10_026], [-156, 1_048_576]),
    (9_000_000_000_000_000_000, [1_024_517, 645_183, 317_839], [1_047_324, 51_232]),
];

#[test]
fn an_hour_of_steps_drifts_by_less_than_a_quantum() {
    for source in [straight(), quarter()] {
        let motion = loaded(&source);
        let mut sum = FixedDelta::default();
        for step in 0..3600 * 60 {
            sum += motion.fixed_delta(step * SIXTIETH, (step + 1) * SIXTIETH);
        }
        let exact = motion.pose(3600.0);
        for (found, expected) in sum.translation.iter().zip(exact.translation) {
            let off = (*found as f64 * motion.quantum() - expected).abs();
            assert!(off < motion.quantum(), "{off}");
        }
    }
    let walked = loaded(&straight()).fixed_delta(0, 3600 * 60 * SIXTIETH).translation[2];
    assert_eq!(walked, 5_171_576_832);
}

#[test]
fn after_centuries_a_straight_way_is_still_exact() {
    let motion = loaded(&straight());
    let loops = 1 << 33;
    let tick = loops * 705_600_000;
    // 1.37 is not a binary fraction, so the nearest double is used.
    let exact = (i128::from(loops) * 6_169_931_489_497_580) >> (52 - 20);
    let found = i128::from(motion.fixed_delta(0, tick).translation[2]);
    assert!((found - exact).abs() <= 1, "{found} {exact}");
}

/// A second and a half in which the scale along x grows by 0.3, and the scale along z shrinks by 0.125, at constant speed.
fn growing() -> format::Motion {
    format::Motion {
        loops: true,
        quantum_bits: 20,
        times: vec![0, TICKS_PER_SECOND * 3 / 2],
        poses: vec![RigidTransform::IDENTITY, rigid([0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0])],
        scales: vec![[0.0; 3], [0.3, 0.0, -0.125]],
        ..format::Motion::default()
    }
}

#[test]
fn a_scale_goes_on_growing_from_loop_to_loop_whatever_turns() {
    let motion = loaded(&growing());
    for (from, to, part) in [(0.0, 0.75, 0.5), (0.75, 2.25, 1.0), (-3.0, 3600.0, 2402.0), (3.0, 1.5, -1.0)] {
        let found = motion.scale_delta(from, to);
        for (found, expected) in found.into_iter().zip([0.3 * part, 0.0, -0.125 * part]) {
            assert!((found - expected).abs() < 1e-9, "{from} to {to}: {found} {expected}");
        }
        let fixed = motion.fixed_delta(ticks(from), ticks(to)).scale;
        for (found, expected) in fixed.into_iter().zip(found) {
            assert!((found as f64 * motion.quantum() - expected).abs() <= motion.quantum(), "{fixed:?}");
        }
    }
    let stays = loaded(&format::Motion { loops: false, ..growing() });
    assert_eq!((stays.scale_delta(-5.0, 99.0), stays.scale_delta(2.0, 3.0)), ([0.3, 0.0, -0.125], [0.0; 3]));
    assert_eq!(loaded(&quarter()).scale_delta(0.0, 7.3), [0.0; 3]);
}

#[test]
fn an_hour_of_steps_of_scale_is_exact() {
    let motion = loaded(&growing());
    let mut sum = FixedDelta::default();
    for step in 0..3600 * 60 {
        sum += motion.fixed_delta(step * SIXTIETH, (step + 1) * SIXTIETH);
    }
    // 2,400 loops: 720 and -300. The 0.3 is the nearest double.
    assert_eq!(sum.scale, [720 << 20, 0, -300 << 20]);
}

#[test]
fn a_client_that_leaves_the_motion_is_found_at_its_step() {
    let motion = loaded(&quarter());
    let steps = Steps { start: ticks(0.4), step: SIXTIETH };
    let fixed: Vec<_> = (0..200).map(|step| motion.fixed_delta(steps.start, steps.tick(step)).translation).collect();
    assert_eq!(motion.validate_fixed(steps, &fixed, 0), Ok(()));
    #[expect(clippy::cast_possible_truncation, reason = "clients send positions as f32")]
    let at = |step: usize| motion.delta(0.4, 0.4 + step as f64 / 60.0).translation.map(|along| along as f32);
    let mut client: Vec<[f32; 3]> = (0..200).map(at).collect();
    assert_eq!(motion.validate(steps, &client, 1e-5), Ok(()));
    // A step that is 2 cm too long. The error stays in all later positions.
    client.iter_mut().skip(57).for_each(|position| position[1] += 0.02);
    let departure = motion.validate(steps, &client, 0.01).unwrap_err();
    assert!((departure.step, (departure.distance - 0.02).abs() < 1e-5) == (57, true), "{departure}");
    assert_eq!(motion.validate(steps, &client, 0.03), Ok(()));
    let mut cheated = fixed;
    cheated[120][0] += 3;
    assert_eq!(motion.validate_fixed(steps, &cheated, 2).unwrap_err().step, 120);
    client[3] = [f32::NAN; 3];
    assert_eq!(motion.validate(steps, &client, 1.0).unwrap_err().distance, f64::INFINITY);
}
