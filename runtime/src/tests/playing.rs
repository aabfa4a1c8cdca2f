//! One clip on one bone.

use super::clips::{BOTH, options, playing, slide, x};
use crate::{AnimationBlender, PlayError, PlayMode, PlayOptions, Rules};

fn ramp() -> rigmill_format::KeyFrameSequence {
    slide(&[0.0, 1.0, 2.0, 3.0, 4.0], 0.25, 1.0)
}

#[test]
fn time_moves_on_before_the_first_frame() {
    for rules in BOTH {
        let start = PlayOptions { start_time: 0.5, ..options(PlayMode::Once) };
        let mut blender = playing(rules, ramp(), &start);
        assert_eq!(x(blender.evaluate(0.125).unwrap()), 2.5);
        assert_eq!(blender.first_local_time(), 0.625);
    }
}

#[test]
fn exactly_the_duration_shows_the_last_key() {
    for rules in BOTH {
        let mut blender = playing(rules, ramp(), &options(PlayMode::Repeat));
        assert_eq!(x(blender.evaluate(1.0).unwrap()), 4.0);
        assert_eq!(blender.first_local_time(), 1.0);
        assert_eq!(x(blender.evaluate(0.125).unwrap()), 0.5);
        assert_eq!(blender.first_local_time(), 0.125);
    }
}

#[test]
fn once_stays_at_the_end() {
    for rules in BOTH {
        let mut blender = playing(rules, ramp(), &options(PlayMode::Once));
        let shown = [0.75, 0.75, 0.75].map(|dt| x(blender.evaluate(dt).unwrap()));
        assert_eq!(shown, [3.0, 4.0, 4.0]);
        assert_eq!(blender.first_local_time(), 1.0);
    }
}

#[test]
fn robot_game_says_that_it_hangs_on_a_repeated_clip_without_duration() {
    let mut blender = playing(Rules::RobotGame, slide(&[7.0], 0.5, 0.0), &options(PlayMode::Repeat));
    let error = blender.evaluate(0.25).unwrap_err();
    assert_eq!(error, PlayError::Hang { dividend: 0.25, divisor: 0.0 });
    assert_eq!(error.exception_name(), "Hang");
}

#[test]
fn standard_repeats_a_clip_without_duration() {
    let mut blender = playing(Rules::Standard, slide(&[7.0], 0.5, 0.0), &options(PlayMode::Repeat));
    assert_eq!(x(blender.evaluate(0.25).unwrap()), 7.0);
    assert_eq!(blender.first_local_time(), 0.0);
}

#[test]
fn a_long_time_wraps_at_once() {
    for rules in BOTH {
        let start = PlayOptions { start_time: 1e6, ..options(PlayMode::Repeat) };
        let mut blender = playing(rules, ramp(), &start);
        blender.evaluate(0.0).unwrap();
        assert!(blender.first_local_time() <= 1.0);
    }
}

fn frozen_at_half(rules: Rules) -> AnimationBlender {
    let options = PlayOptions { start_time: 0.5, time_scale: 0.0, ..options(PlayMode::Repeat) };
    playing(rules, ramp(), &options)
}

#[test]
fn robot_game_collapses_the_bone_at_time_scale_zero() {
    let mut blender = frozen_at_half(Rules::RobotGame);
    assert_eq!(blender.evaluate(0.1), Ok(rigmill_math::matrix::IDENTITY));
    assert_eq!(blender.first_local_time(), 0.5);
}

#[test]
fn time_scale_zero_holds_the_pose() {
    let mut blender = frozen_at_half(Rules::Standard);
    for _ in 0..3 {
        assert_eq!(x(blender.evaluate(0.1).unwrap()), 2.0);
    }
    assert_eq!(blender.first_local_time(), 0.5);
}

fn backwards(rules: Rules, mode: PlayMode) -> AnimationBlender {
    let options = PlayOptions { start_time: 0.25, time_scale: -1.0, ..options(mode) };
    playing(rules, ramp(), &options)
}

#[test]
fn robot_game_extrapolates_backwards_and_then_throws() {
    let mut blender = backwards(Rules::RobotGame, PlayMode::Repeat);
    assert_eq!(x(blender.evaluate(0.375).unwrap()), -0.5);
    let error = blender.evaluate(0.5).unwrap_err();
    assert_eq!(error.exception_name(), "ArgumentOutOfRangeException");
    assert_eq!(blender.first_local_time(), -0.625, "time had moved on");
}

#[test]
fn a_negative_time_scale_plays_backwards_to_the_start() {
    let mut blender = backwards(Rules::Standard, PlayMode::Once);
    assert_eq!(x(blender.evaluate(0.125).unwrap()), 0.5);
    assert_eq!(x(blender.evaluate(0.5).unwrap()), 0.0);
    assert_eq!(blender.first_local_time(), 0.0);
}

#[test]
fn a_negative_time_scale_wraps_when_repeating() {
    let mut blender = backwards(Rules::Standard, PlayMode::Repeat);
    assert_eq!(x(blender.evaluate(0.5).unwrap()), 3.0);
    assert_eq!(blender.first_local_time(), 0.75);
}

#[test]
fn wrapping_just_below_zero_stays_within_the_clip() {
    let mut blender =
        playing(Rules::Standard, ramp(), &PlayOptions { start_time: -1e-12, ..options(PlayMode::Repeat) });
    blender.evaluate(0.0).unwrap();
    assert!((0.0..1.0).contains(&blender.first_local_time()));
}

#[test]
fn without_a_clip_there_is_no_pose() {
    for rules in BOTH {
        let mut blender = AnimationBlender::new(rules);
        let error = blender.evaluate(0.1).unwrap_err();
        assert_eq!(error, PlayError::InvalidOperation);
        assert_eq!(error.exception_name(), "InvalidOperationException");
    }
}
