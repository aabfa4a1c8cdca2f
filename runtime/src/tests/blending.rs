//! Cross-fades on one bone.

use rigmill_format::{KeyFrameSequence, Transform};

use super::clips::{BOTH, STRAIGHT, TURNED, assert_near, blend, bone, options, playing, scaled, slide, still, turn, x};
use crate::characters::AnimationBlender;
use crate::error::PlayError;
use crate::{PlayMode, PlayOptions, Rules};

fn add(blender: &mut AnimationBlender, sequence: KeyFrameSequence, options: &PlayOptions) {
    blender.add(bone(sequence), options).unwrap();
}

/// A blender in the middle of a cross-fade of half a second from x = 0 to x = 8.
fn fading(rules: Rules) -> AnimationBlender {
    let mut blender = playing(rules, still(0.0), &options(PlayMode::Repeat));
    add(&mut blender, still(8.0), &blend(0.5));
    blender
}

#[test]
fn the_first_frame_of_a_blend_is_one_step_in() {
    for rules in BOTH {
        let mut blender = fading(rules);
        assert_eq!(x(blender.evaluate(0.125).unwrap()), 2.0);
        assert_eq!(blender.elapsed_time(), 0.125);
    }
}

#[test]
fn a_blend_ends_after_its_time_and_the_clip_keeps_its_own() {
    for rules in BOTH {
        let mut blender = fading(rules);
        blender.evaluate(0.25).unwrap();
        assert_eq!(x(blender.evaluate(0.25).unwrap()), 8.0);
        assert_eq!(blender.bind_count(), 2, "exactly at its time it still blends");
        assert_eq!(x(blender.evaluate(0.25).unwrap()), 8.0);
        assert_eq!((blender.bind_count(), blender.first_local_time()), (1, 0.75));
        assert_eq!(blender.second_local_time(), 0.0);
    }
}

/// One step of 0.1 s into a blend of 0.3 s to a clip that starts at 0.25 s.
fn started_late(rules: Rules) -> AnimationBlender {
    let mut blender = playing(rules, still(0.0), &options(PlayMode::Repeat));
    add(&mut blender, still(8.0), &PlayOptions { start_time: 0.25, ..blend(0.3) });
    blender.evaluate(0.1).unwrap();
    blender
}

#[test]
fn robot_game_starts_the_blend_clock_at_the_start_time() {
    let blender = started_late(Rules::RobotGame);
    assert_eq!((blender.bind_count(), blender.elapsed_time()), (1, 0.35));
}

#[test]
fn standard_starts_the_blend_clock_at_zero() {
    let blender = started_late(Rules::Standard);
    assert_eq!((blender.bind_count(), blender.elapsed_time()), (2, 0.1));
    assert_eq!(blender.second_local_time(), 0.35);
}

#[test]
fn robot_game_drops_the_first_clip_when_a_third_comes() {
    let mut blender = fading(Rules::RobotGame);
    blender.evaluate(0.25).unwrap();
    add(&mut blender, still(20.0), &blend(1.0));
    assert_eq!(x(blender.evaluate(0.0).unwrap()), 8.0);
}

#[test]
fn a_third_clip_blends_on_from_the_pose_shown() {
    let mut blender = fading(Rules::Standard);
    let shown = x(blender.evaluate(0.25).unwrap());
    assert_eq!(shown, 4.0);
    add(&mut blender, still(20.0), &blend(1.0));
    assert_eq!(x(blender.evaluate(0.0).unwrap()), shown);
    assert_eq!(x(blender.evaluate(0.5).unwrap()), 12.0);
    add(&mut blender, still(0.0), &blend(1.0));
    assert_eq!(x(blender.evaluate(0.0).unwrap()), 12.0, "and so does a fourth");
    assert_eq!(x(blender.evaluate(2.0).unwrap()), 0.0);
    assert_eq!(blender.bind_count(), 1);
}

#[test]
fn the_pose_shown_stays_when_a_third_clip_comes_before_the_first_step() {
    let mut blender = fading(Rules::Standard);
    add(&mut blender, still(20.0), &blend(1.0));
    assert_eq!(x(blender.evaluate(0.0).unwrap()), 0.0);
}

#[test]
fn the_first_clip_does_not_blend_from_the_bind_pose() {
    for rules in BOTH {
        let mut blender = playing(rules, still(8.0), &blend(0.5));
        assert_eq!(x(blender.evaluate(0.125).unwrap()), 8.0);
        assert_eq!(blender.bind_count(), 1);
    }
}

#[test]
fn blend_time_zero_cuts() {
    for rules in BOTH {
        let mut blender = fading(rules);
        blender.evaluate(0.125).unwrap();
        add(&mut blender, still(3.0), &blend(0.0));
        assert_eq!((blender.bind_count(), blender.second_local_time()), (1, 0.0));
        assert_eq!(x(blender.evaluate(0.125).unwrap()), 3.0);
    }
}

#[test]
fn robot_game_extrapolates_for_ever_on_a_negative_blend_time() {
    let mut blender = playing(Rules::RobotGame, still(0.0), &options(PlayMode::Repeat));
    add(&mut blender, still(8.0), &blend(-0.5));
    assert_eq!(x(blender.evaluate(0.25).unwrap()), -4.0);
    assert_eq!(x(blender.evaluate(0.75).unwrap()), -16.0);
    assert_eq!(blender.bind_count(), 2);
}

#[test]
fn standard_refuses_numbers_that_no_clip_can_be_played_with() {
    let bad = [
        blend(-0.5),
        blend(f32::NAN),
        blend(f32::INFINITY),
        PlayOptions { start_time: f32::NAN, ..blend(0.1) },
        PlayOptions { time_scale: f32::INFINITY, ..blend(0.1) },
    ];
    for options in bad {
        let mut blender = fading(Rules::Standard);
        blender.evaluate(0.125).unwrap();
        let refused = blender.add(bone(still(1.0)), &options);
        assert!(matches!(refused, Err(PlayError::InvalidArgument { .. })), "{options:?}");
        assert_eq!(x(blender.evaluate(0.125).unwrap()), 4.0, "nothing has changed");
    }
    let message = fading(Rules::Standard).add(bone(still(1.0)), &blend(-0.5)).unwrap_err();
    assert_eq!(message.to_string(), "the blend time is -0.5, expected a finite value of at least 0");
}

#[test]
fn standard_refuses_a_time_step_that_is_no_number() {
    let mut blender = fading(Rules::Standard);
    for dt in [f32::NAN, f32::INFINITY] {
        assert!(matches!(blender.evaluate(dt), Err(PlayError::InvalidArgument { .. })));
    }
    assert_eq!(blender.elapsed_time(), 0.0);
}

/// In the middle of a blend from a clip that only rotates the bone to a clip that only moves it to x = 8.
fn one_sided(rules: Rules, bind_pose: Transform) -> crate::Matrix {
    let mut blender = AnimationBlender::with_bind_pose(rules, bind_pose);
    add(&mut blender, turn(&[TURNED, TURNED], 10.0), &options(PlayMode::Repeat));
    add(&mut blender, still(8.0), &blend(1.0));
    blender.evaluate(0.5).unwrap()
}

#[test]
fn robot_game_takes_a_channel_of_one_side_unblended() {
    let matrix = one_sided(Rules::RobotGame, Transform::IDENTITY);
    assert_eq!((matrix[0], x(matrix)), (-1.0, 8.0));
}

#[test]
fn standard_blends_a_channel_of_one_side_with_the_bind_pose() {
    let matrix = one_sided(Rules::Standard, Transform::IDENTITY);
    assert_near(matrix[0], 0.0);
    assert_eq!(x(matrix), 4.0);
    let bind_pose = Transform { translation: [2.0, 6.0, 0.0], scale: [3.0; 3], ..Transform::IDENTITY };
    let matrix = one_sided(Rules::Standard, bind_pose);
    assert_eq!(matrix[12..15], [5.0, 3.0, 0.0]);
    assert_near(matrix[10], 3.0);
}

#[test]
fn the_end_of_a_one_sided_blend_does_not_jump() {
    let bind_pose = Transform { translation: [2.0, 0.0, 0.0], ..Transform::IDENTITY };
    let mut blender = AnimationBlender::with_bind_pose(Rules::Standard, bind_pose);
    add(&mut blender, still(8.0), &options(PlayMode::Repeat));
    add(&mut blender, turn(&[STRAIGHT, STRAIGHT], 10.0), &blend(1.0));
    assert_eq!(x(blender.evaluate(1.0).unwrap()), 2.0);
    assert_eq!(x(blender.evaluate(0.125).unwrap()), 2.0);
    assert_eq!(blender.bind_count(), 1);
}

#[test]
fn a_side_that_stands_still_has_no_channels_in_robot_game_and_its_pose_in_standard() {
    let blended = |rules| {
        let frozen = PlayOptions { time_scale: 0.0, ..options(PlayMode::Repeat) };
        let mut blender = playing(rules, still(4.0), &frozen);
        add(&mut blender, still(8.0), &blend(1.0));
        x(blender.evaluate(0.5).unwrap())
    };
    assert_eq!(blended(Rules::RobotGame), 8.0);
    assert_eq!(blended(Rules::Standard), 6.0);
}

#[test]
fn robot_game_reports_the_time_of_the_outgoing_clip() {
    let mut blender = fading(Rules::RobotGame);
    blender.evaluate(0.125).unwrap();
    add(&mut blender, still(1.0), &PlayOptions { start_time: 0.25, ..blend(1.0) });
    assert_eq!((blender.play_time(), blender.outgoing_time()), (0.125, Some(0.125)));
}

#[test]
fn standard_reports_the_time_of_the_incoming_clip_and_of_the_outgoing_one() {
    let mut blender = playing(Rules::Standard, still(0.0), &options(PlayMode::Repeat));
    blender.evaluate(0.125).unwrap();
    assert_eq!((blender.play_time(), blender.outgoing_time()), (0.125, None));
    add(&mut blender, still(8.0), &PlayOptions { start_time: 0.25, ..blend(1.0) });
    assert_eq!((blender.play_time(), blender.outgoing_time()), (0.25, Some(0.125)));
}

#[test]
fn robot_game_keeps_what_had_changed_when_it_throws() {
    let mut blender = playing(Rules::RobotGame, still(0.0), &options(PlayMode::Repeat));
    let backwards = PlayOptions { time_scale: -1.0, ..blend(0.25) };
    add(&mut blender, slide(&[0.0, 1.0], 0.125, 1.0), &backwards);
    blender.evaluate(0.5).unwrap_err();
    assert_eq!(blender.bind_count(), 2, "the shift after the blend is not reached");
    assert_eq!((blender.elapsed_time(), blender.second_local_time()), (0.5, -0.5));
    assert_eq!(blender.first_local_time(), 0.0, "the outgoing clip was not asked");
}

#[test]
fn scales_blend_too() {
    for rules in BOTH {
        let mut blender = playing(rules, scaled(1.0, 0.0), &options(PlayMode::Repeat));
        add(&mut blender, scaled(3.0, 0.0), &blend(1.0));
        assert_eq!(blender.evaluate(0.5).unwrap()[5], 2.0);
    }
}
