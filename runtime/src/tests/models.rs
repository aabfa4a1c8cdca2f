//! Clips on a skeleton.

use std::sync::Arc;

use rigmill_format::{Bone, Skeleton as OwnedSkeleton};

use super::clips::{BOTH, TURNED, assert_near, blend, clip_of, named, options, slide, still, turn, x};
use crate::clips::Clip;
use crate::content::{AnimationSequence, Skeleton};
use crate::error::PlayError;
use crate::{AnimatedModel, PlayMode, PlayOptions, Rules, Transform};

/// Root is at x = 1. Its child Arm is 2 units further, and Hand another 3 units further.
pub(crate) fn skeleton() -> OwnedSkeleton {
    let bone = |name: &str, parent, x| Bone {
        name: name.to_owned(),
        parent,
        bind: Transform { translation: [x, 0.0, 0.0], ..Transform::IDENTITY },
    };
    OwnedSkeleton {
        bones: vec![bone("Root", None, 1.0), bone("Arm", Some(0), 2.0), bone("Hand", Some(1), 3.0)],
        ..OwnedSkeleton::default()
    }
}

fn model(rules: Rules) -> AnimatedModel {
    AnimatedModel::new(Arc::new(Skeleton::from_owned(&skeleton()).unwrap()), rules)
}

fn clip(sequences: Vec<rigmill_format::KeyFrameSequence>) -> Clip {
    let skeleton = Skeleton::from_owned(&skeleton()).unwrap();
    Clip::new(&Arc::new(AnimationSequence::from_owned(&clip_of(sequences)).unwrap()), &skeleton.view())
}

fn xs(matrices: &[crate::Matrix]) -> Vec<f32> {
    matrices.iter().map(|matrix| x(*matrix)).collect()
}

#[test]
fn a_model_begins_in_its_bind_pose() {
    for rules in BOTH {
        let model = model(rules);
        assert_eq!(xs(model.local()), [1.0, 2.0, 3.0]);
        assert_eq!(xs(model.absolute()), [1.0, 3.0, 6.0]);
    }
}

#[test]
fn children_follow_their_parents() {
    for rules in BOTH {
        let mut model = model(rules);
        let arm = named("Arm", turn(&[TURNED, TURNED], 10.0));
        let arm =
            rigmill_format::KeyFrameSequence { has_translation: true, translation: vec![[2.0, 0.0, 0.0]; 2], ..arm };
        model.play(&clip(vec![arm]), &options(PlayMode::Repeat)).unwrap();
        model.update(0.1).unwrap();
        // Half a turn at x = 3 moves the hand 3 units back instead of 3 units forward.
        assert_eq!(xs(model.absolute()), [1.0, 3.0, 0.0]);
    }
}

#[test]
fn the_root_axis_follows_the_root() {
    let half = 0.5_f32.sqrt();
    let upright = OwnedSkeleton { root_axis: [-half, 0.0, 0.0, half], ..skeleton() };
    let mut upright = upright;
    upright.bones[0].bind.translation = [0.0, 0.0, 5.0];
    let model = AnimatedModel::new(Arc::new(Skeleton::from_owned(&upright).unwrap()), Rules::Standard);
    // A rotation by -90 degrees about x takes z to y.
    assert_near(model.absolute()[0][13], 5.0);
    assert_near(model.absolute()[0][14], 0.0);
    assert_eq!(model.local()[0][14], 5.0);
}

#[test]
fn bones_that_a_clip_does_not_move_keep_the_old_clip() {
    for rules in BOTH {
        let mut model = model(rules);
        model.play(&clip(vec![still(10.0), named("Arm", still(20.0))]), &options(PlayMode::Repeat)).unwrap();
        model.update(0.1).unwrap();
        model.play(&clip(vec![still(30.0)]), &options(PlayMode::Repeat)).unwrap();
        model.update(0.1).unwrap();
        assert_eq!(xs(model.local()), [30.0, 20.0, 3.0]);
    }
}

fn with_unknown_bone(rules: Rules) -> AnimatedModel {
    let mut model = model(rules);
    let tail = clip(vec![still(10.0), named("Tail", still(0.0)), named("Hand", still(20.0))]);
    let error = model.play(&tail, &options(PlayMode::Repeat)).unwrap_err();
    assert_eq!(error, PlayError::UnknownBone { bone: "Tail".to_owned(), near: String::new() });
    model.update(0.1).unwrap();
    model
}

#[test]
fn robot_game_has_bound_the_bones_before_an_unknown_one() {
    assert_eq!(xs(with_unknown_bone(Rules::RobotGame).local()), [10.0, 2.0, 3.0]);
}

#[test]
fn standard_checks_the_whole_clip_before_it_binds() {
    assert_eq!(xs(with_unknown_bone(Rules::Standard).local()), [1.0, 2.0, 3.0]);
}

#[test]
fn standard_refuses_bad_options_before_it_binds() {
    let mut model = model(Rules::Standard);
    let refused = model.play(&clip(vec![still(10.0)]), &blend(-1.0));
    assert!(matches!(refused, Err(PlayError::InvalidArgument { .. })));
    assert!(model.blenders().iter().all(|blender| blender.bind_count() == 0));
}

#[test]
fn each_bone_loops_on_its_own_duration() {
    for rules in BOTH {
        let mut model = model(rules);
        let short = named("Arm", slide(&[0.0, 1.0, 2.0, 3.0], 0.25, 0.75));
        let long = slide(&[0.0, 1.0, 2.0, 3.0, 4.0], 0.25, 1.0);
        model.play(&clip(vec![long, short]), &options(PlayMode::Repeat)).unwrap();
        model.update(0.875).unwrap();
        assert_eq!(xs(&model.local()[..2]), [3.5, 0.5]);
    }
}

#[test]
fn a_bone_that_fails_keeps_its_matrix_and_the_others_move_on() {
    let mut model = model(Rules::RobotGame);
    let backwards = PlayOptions { time_scale: -1.0, ..options(PlayMode::Repeat) };
    model.play(&clip(vec![slide(&[7.0, 8.0], 0.125, 1.0)]), &backwards).unwrap();
    model.play(&clip(vec![named("Hand", still(20.0))]), &options(PlayMode::Repeat)).unwrap();
    let error = model.update(0.5).unwrap_err();
    assert_eq!(error.bone, 0);
    assert_eq!(error.to_string(), "bone 0: there is no key -4: the list has 2 keys");
    assert_eq!(xs(model.local()), [1.0, 2.0, 20.0]);
    assert_eq!(xs(model.absolute()), [1.0, 3.0, 23.0]);
}
