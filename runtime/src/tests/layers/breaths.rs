//! [`Breath`](crate::Breath).

use rigmill_format::Breath as BreathContent;

use super::rigs::*;
use crate::matrix::{self, Matrix};
use crate::{AnimatedModel, Breath, BreathSettings, LayerError, PoseLayer};

fn angles(model: &mut AnimatedModel) -> Vec<f64> {
    model.layer_mut::<Breath>().unwrap().angles().map(|(_, angle)| angle).collect()
}

fn breathing(content: &BreathContent) -> AnimatedModel {
    let skeleton = person();
    let mut model = standing(&skeleton);
    model.add_layer(breath_of(content, &skeleton));
    model
}

#[test]
fn at_the_ends_of_phases_the_angles_are_the_settings() {
    let mut model = breathing(&breath_settings());
    // Frames of 1/60 s: 1.2 s, 2.4 s and 0.2 s are 72, 144 and 12 of them. Twice: the second cycle is as the first.
    for (frames, phase) in [(72, 0), (144, 1), (12, 2), (72, 0), (144, 1), (12, 2)] {
        (0..frames).for_each(|_| model.update(1.0 / 60.0).unwrap());
        for (found, expected) in angles(&mut model).into_iter().zip(ANGLES) {
            assert!((found - f64::from(expected[phase])).abs() < 1e-5, "{found}, {expected:?}");
        }
    }
}

#[test]
fn rates_multiply_durations_and_angles() {
    let mut model = breathing(&BreathContent { duration_rate: 2.0, effect_rate: -0.5, ..breath_settings() });
    model.update(2.4).unwrap();
    let expected = ANGLES.map(|angles| f64::from(angles[0]) * -0.5);
    for (found, expected) in angles(&mut model).into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-5);
    }
}

/// The turn that leads from one matrix to another, in degrees about each axis of the first.
fn turn_in_bone(from: &Matrix, to: &Matrix) -> [f64; 3] {
    let m = |a: &Matrix, row: usize, column: usize| f64::from(a[row * 4 + column]);
    let entry = |i: usize, j: usize| (0..3).map(|k| m(to, i, k) * m(from, j, k)).sum::<f64>();
    [entry(1, 2) - entry(2, 1), entry(2, 0) - entry(0, 2), entry(0, 1) - entry(1, 0)]
        .map(|twice| (twice / 2.0).to_degrees())
}

#[test]
fn the_pose_turns_by_the_angles_about_the_chosen_axes() {
    let mut model = breathing(&breath_settings());
    let before = model.local().to_vec();
    model.update(1.2).unwrap();
    let axes: Vec<_> = model.layer_mut::<Breath>().unwrap().axes().collect();
    for ((bone, axis), angles) in (1..5).zip(axes).zip(ANGLES) {
        let turned = turn_in_bone(&before[bone], &model.local()[bone]);
        for (found, axis) in turned.into_iter().zip(axis) {
            // The sine of a few degrees stands for the angle.
            let expected = f64::from(axis) * libm::sin(f64::from(angles[0]).to_radians()).to_degrees();
            assert!((found - expected).abs() < 1e-4, "bone {bone}: {turned:?}, {axis:?}");
        }
    }
}

#[test]
fn shoulders_keep_their_rotation_in_the_models_space() {
    let mut model = breathing(&breath_settings());
    let sides = ["L Shoulder", "R Shoulder"];
    let before = sides.map(|side| at(&model, side));
    let mut moved = 0.0_f32;
    for _ in 0..1_000 {
        model.update(1.0 / 60.0).unwrap();
        for (side, before) in sides.into_iter().zip(before) {
            let now = at(&model, side);
            for cell in [0, 1, 2, 4, 5, 6, 8, 9, 10] {
                assert!((now[cell] - before[cell]).abs() <= 1e-6, "{side}: {now:?}, {before:?}");
            }
            moved = moved.max(distance(origin(now), origin(before)));
        }
    }
    assert!(moved > 0.005, "the chest takes the shoulders along: {moved}");
}

#[test]
fn shoulders_keep_their_rotation_below_scaled_bones() {
    let mut bones = person().view().to_owned().bones;
    bones[1].bind.scale = [2.0, 0.5, 1.5];
    bones[2].bind.scale = [-1.0, 1.0, 1.0];
    let skeleton = skeleton(bones);
    let mut model = standing(&skeleton);
    let before = at(&model, "L Shoulder");
    model.add_layer(breath_of(&breath_settings(), &skeleton));
    model.update(0.9).unwrap();
    let now = at(&model, "L Shoulder");
    assert!((0..12).all(|cell| (now[cell] - before[cell]).abs() < 3e-6), "{now:?}, {before:?}");
}

#[test]
fn nothing_adds_up_over_ten_thousand_cycles() {
    let mut model = breathing(&breath_settings());
    model.update(0.7).unwrap();
    let early = model.local().to_vec();
    // 10,000 cycles in steps that are no part of one. Neither they nor the durations are the decimals exactly.
    let mut left = 10_000.0 * [1.2_f32, 2.4, 0.2].into_iter().map(f64::from).sum::<f64>();
    while left > 0.5 {
        model.update(0.38).unwrap();
        left -= f64::from(0.38_f32);
    }
    #[expect(clippy::cast_possible_truncation, reason = "less than a second")]
    model.update(left as f32).unwrap();
    for (late, early) in model.local().iter().zip(early) {
        let off = late.iter().zip(early).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(off < 2e-6, "{off}");
    }
}

#[test]
fn frame_rates_agree() {
    let at_seconds = |rate: u16| -> Vec<Vec<f64>> {
        let mut model = breathing(&breath_settings());
        let second = |_| {
            (0..rate).for_each(|_| model.update(1.0 / f32::from(rate)).unwrap());
            angles(&mut model)
        };
        (0..20).map(second).collect()
    };
    let expected = at_seconds(60);
    for rate in [7, 10, 30, 144] {
        for (found, expected) in at_seconds(rate).iter().flatten().zip(expected.iter().flatten()) {
            assert!((found - expected).abs() < 1e-4, "{rate} Hz: {found}, {expected}");
        }
    }
}

#[test]
fn a_step_of_any_length_is_one_step() {
    let mut model = breathing(&breath_settings());
    model.update(1.0e7).unwrap();
    let far = model.layer_mut::<Breath>().unwrap().time();
    let cycle = [1.2_f32, 2.4, 0.2].into_iter().map(f64::from).sum::<f64>();
    assert!((far - 1.0e7 % cycle).abs() < 1e-9, "{far}");
    for dt in [f32::NAN, -1.0, f32::INFINITY, f32::NEG_INFINITY, 0.0] {
        let before = model.local().to_vec();
        model.update(dt).unwrap();
        assert_eq!(model.local(), before, "{dt}");
    }
    model.update(f32::MAX).unwrap();
    assert!(model.local().iter().flatten().all(|cell| cell.is_finite()));
}

#[test]
fn phases_without_length_are_passed_at_once() {
    let mut content = breath_settings();
    content.phases.iter_mut().for_each(|phase| phase.duration = 0.0);
    let mut model = breathing(&content);
    model.update(0.5).unwrap();
    assert_eq!(angles(&mut model), [0.0; 4]);
    content.phases[1].duration = 2.0;
    let mut model = breathing(&content);
    model.update(1.0).unwrap();
    // Half way from the end of inhale, which took no time, to the end of exhale.
    assert!(angles(&mut model).iter().all(|angle| angle.abs() < 1e-9));
}

/// The axis chosen for a bone with a bind rotation, by the character's right.
fn axis(rotation: [f32; 4], right: [f32; 3]) -> [f32; 3] {
    let skeleton = skeleton(vec![bone("B", None, [0.0; 3], rotation)]);
    let mut content = BreathContent { right, keeps: Vec::new(), ..breath_settings() };
    content.turns.truncate(1);
    content.turns[0].bone = "B".to_owned();
    breath_of(&content, &skeleton).axes().next().unwrap()
}

#[test]
fn the_axis_is_the_one_most_parallel_to_the_characters_right() {
    let right = [1.0, 0.0, 0.0];
    let cases = [
        ([0.0, 0.0, 0.0, 1.0], right, [1.0, 0.0, 0.0]),
        // Half a turn about y: x points left.
        ([0.0, 1.0, 0.0, 0.0], right, [-1.0, 0.0, 0.0]),
        // A quarter about y: x points back, z right.
        ([0.0, HALF, 0.0, HALF], right, [0.0, 0.0, 1.0]),
        ([0.0, -HALF, 0.0, HALF], right, [0.0, 0.0, -1.0]),
        // A quarter about z: x points up, y left.
        ([0.0, 0.0, HALF, HALF], right, [0.0, -1.0, 0.0]),
        // An eighth about y: x and z are equally parallel, and forward goes before right.
        ([0.0, 0.382_683_43, 0.0, 0.923_879_5], right, [0.0, 0.0, 1.0]),
        // A character that looks along x has its right elsewhere; its length does not matter.
        ([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, -7.0], [0.0, 0.0, -1.0]),
        // A third of a turn about the diagonal, not of unit length: x becomes y, y becomes z, z becomes x.
        ([3.0, 3.0, 3.0, 3.0], right, [0.0, 0.0, 1.0]),
    ];
    for (rotation, right, expected) in cases {
        assert_eq!(axis(rotation, right), expected, "{rotation:?}");
    }
}

#[test]
fn the_bind_pose_decides_the_axis_whatever_clips_do() {
    let skeleton = person();
    let mut breath = breath_of(&breath_settings(), &skeleton);
    let axes: Vec<_> = breath.axes().collect();
    let mut local = vec![matrix::IDENTITY; skeleton.view().len()];
    breath.apply(&mut crate::Pose { skeleton: skeleton.view(), local: &mut local }, 0.5);
    assert_eq!(breath.axes().collect::<Vec<_>>(), axes);
}

#[test]
fn a_bone_that_the_skeleton_lacks_is_named() {
    let mut content = breath_settings();
    content.keeps[1] = "Wing".to_owned();
    let settings = BreathSettings::from_owned(&content).unwrap();
    let error = Breath::new(&settings.view(), &person().view()).unwrap_err();
    assert_eq!(error, LayerError::UnknownBone { bone: "Wing".to_owned() });
}

#[test]
fn copies_breathe_on_their_own() {
    let mut model = breathing(&breath_settings());
    model.update(0.5).unwrap();
    let mut copy = model.clone();
    copy.update(0.3).unwrap();
    assert_ne!(copy.local(), model.local());
    model.update(0.3).unwrap();
    assert_eq!(copy.local(), model.local());
}

#[test]
fn without_its_layers_a_model_shows_the_pose_of_its_clips() {
    let mut model = breathing(&breath_settings());
    let bind = model.local().to_vec();
    model.update(1.0).unwrap();
    assert_ne!(model.local(), bind);
    assert_eq!(model.take_layers().len(), 1);
    assert_eq!(model.local(), bind);
}
