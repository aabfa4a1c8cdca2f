//! [`Breath`](crate::layers::Breath).

use rigmill_format::Breath as BreathContent;
use rigmill_math::matrix::{self, Matrix};

use super::rigs::*;
use crate::AnimatedModel;
use crate::content::BreathSettings;
use crate::layers::{Breath, LayerError, PoseLayer};

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
    // In frames of 1/60 s, 1.2 s, 2.4 s and 0.2 s are 72, 144 and 12 frames. Runs twice: the second cycle equals the first.
    for (frames, phase) in [(72, 0), (144, 1), (12, 1), (72, 0), (144, 1), (12, 1)] {
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

/// The rotation from one matrix to another, in degrees about each axis of the first.
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
            // The sine of a few degrees approximates the angle.
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
fn rest_holds_the_angles_of_exhale_and_the_next_inhale_eases_from_them() {
    let mut model = breathing(&breath_settings());
    (0..216).for_each(|_| model.update(1.0 / 60.0).unwrap());
    for frame in 0..12 {
        let exhaled = ANGLES.map(|[_, exhale]| f64::from(exhale));
        assert_eq!(angles(&mut model), exhaled, "frame {frame} of rest");
        model.update(1.0 / 60.0).unwrap();
    }
    // Half of the inhale: the sine of an eighth of a turn, as a fraction of the way from exhale to inhale.
    (0..36).for_each(|_| model.update(1.0 / 60.0).unwrap());
    for (found, [inhale, exhale]) in angles(&mut model).into_iter().zip(ANGLES.map(|angles| angles.map(f64::from))) {
        let expected = exhale + (inhale - exhale) * 0.5_f64.sqrt();
        assert!((found - expected).abs() < 1e-5, "{found}, {expected}");
    }
}

#[test]
fn nothing_adds_up_over_ten_thousand_cycles() {
    let mut model = breathing(&breath_settings());
    // The pose during an inhale, followed by the steps that end inhale, exhale and rest.
    let mut inhaling = || {
        model.update(0.8).unwrap();
        let shown = model.local().to_vec();
        [0.5, 1.4, 1.1, 0.25].into_iter().for_each(|dt| model.update(dt).unwrap());
        shown
    };
    inhaling();
    let early = inhaling();
    (0..10_000).for_each(|_| drop(inhaling()));
    assert_eq!(inhaling(), early);
}

#[test]
fn a_step_ends_one_phase_at_most() {
    let mut model = breathing(&breath_settings());
    for phase in [0, 1, 1, 0, 1] {
        model.update(1.0e7).unwrap();
        for (found, expected) in angles(&mut model).into_iter().zip(ANGLES) {
            assert_eq!(found, f64::from(expected[phase]));
        }
    }
    for dt in [f32::NAN, -1.0, f32::INFINITY, f32::NEG_INFINITY, 0.0] {
        let before = model.local().to_vec();
        model.update(dt).unwrap();
        assert_eq!(model.local(), before, "{dt}");
    }
    model.update(f32::MAX).unwrap();
    // Even this step does not leave a time so large that small steps are lost.
    let [before, after] = [(); 2].map(|()| {
        model.update(0.3).unwrap();
        angles(&mut model)
    });
    assert_ne!(before, after);
}

#[test]
fn the_time_is_that_since_the_inhale_began() {
    let mut model = breathing(&breath_settings());
    for (dt, expected) in [(1.0, 1.0), (0.5, 1.5), (2.0, 3.5), (0.5, 4.0), (0.125, 4.125), (0.125, 0.0), (0.25, 0.25)] {
        model.update(dt).unwrap();
        assert_eq!(model.layer_mut::<Breath>().unwrap().time(), expected);
    }
}

#[test]
fn phases_without_length_take_a_frame() {
    let mut content = BreathContent { rest: 0.0, ..breath_settings() };
    content.phases.iter_mut().for_each(|phase| phase.duration = 0.0);
    let mut model = breathing(&content);
    for phase in [0, 1, 1, 0, 1, 1] {
        model.update(0.5).unwrap();
        assert_eq!(angles(&mut model), ANGLES.map(|angles| f64::from(angles[phase])));
    }
}

/// The axis that is selected for a bone with this bind rotation and this character's right.
fn axis(rotation: [f32; 4], right: [f32; 3]) -> [f32; 3] {
    let skeleton = skeleton(vec![bone("B", None, [0.0; 3], rotation)]);
    let mut content = BreathContent { right, keeps: Vec::new(), ..breath_settings() };
    content.rotations.truncate(1);
    content.rotations[0].bone = "B".to_owned();
    breath_of(&content, &skeleton).axes().next().unwrap()
}

#[test]
fn the_axis_is_the_one_most_parallel_to_the_characters_right() {
    let right = [1.0, 0.0, 0.0];
    let cases = [
        ([0.0, 0.0, 0.0, 1.0], right, [1.0, 0.0, 0.0]),
        // Half a turn about y: x points left.
        ([0.0, 1.0, 0.0, 0.0], right, [-1.0, 0.0, 0.0]),
        // A quarter turn about y: x points back, z points right.
        ([0.0, HALF, 0.0, HALF], right, [0.0, 0.0, 1.0]),
        ([0.0, -HALF, 0.0, HALF], right, [0.0, 0.0, -1.0]),
        // A quarter turn about z: x points up, y points left.
        ([0.0, 0.0, HALF, HALF], right, [0.0, -1.0, 0.0]),
        // An eighth of a turn about y: x and z are equally parallel, and forward is preferred over right.
        ([0.0, 0.382_683_43, 0.0, 0.923_879_5], right, [0.0, 0.0, 1.0]),
        // A character that faces along x has a different right. Its length does not matter.
        ([0.0, 0.0, 0.0, 1.0], [0.0, 0.0, -7.0], [0.0, 0.0, -1.0]),
        // A third of a turn about the diagonal, not normalized: x becomes y, y becomes z, z becomes x.
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
    breath.apply(&mut crate::layers::Pose { skeleton: skeleton.view(), local: &mut local }, 0.5);
    assert_eq!(breath.axes().collect::<Vec<_>>(), axes);
}

#[test]
fn a_bone_that_the_skeleton_lacks_is_named() {
    let mut content = breath_settings();
    content.keeps[1] = "Wing".to_owned();
    let settings = BreathSettings::from_owned(&content).unwrap();
    let error = Breath::new(&settings.view(), &person().view()).unwrap_err();
    assert_eq!(error, LayerError::UnknownBone { bone: "Wing".to_owned(), near: String::new() });
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
