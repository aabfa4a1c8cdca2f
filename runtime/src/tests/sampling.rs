//! Samples of clips at single times.

use rigmill_format::KeyFrameSequence;

use super::clips::{BOTH, STRAIGHT, TURNED, assert_near, clip, clip_of, scaled, slide, turn, x};
use crate::clips::KeyIndex;
use crate::content::AnimationSequence;
use crate::error::PlayError;
use crate::{Matrix, PlayMode, Rules};

fn sample(rules: Rules, sequence: KeyFrameSequence, time: f32, mode: PlayMode) -> Result<Matrix, PlayError> {
    rules.sample_matrix(&clip(sequence).view().sequence(0).unwrap(), time, mode)
}

fn index(rules: Rules, sequence: KeyFrameSequence, time: f32, mode: PlayMode) -> Result<(i32, i32, f32), PlayError> {
    let KeyIndex { first, second, fraction } =
        rules.key_index(&clip(sequence).view().sequence(0).unwrap(), time, mode)?;
    Ok((first, second, fraction))
}

#[test]
fn robot_game_scales_the_translation_too() {
    let matrix = sample(Rules::RobotGame, scaled(-1.0, 0.0867), 0.0, PlayMode::Once).unwrap();
    assert_eq!((matrix[0], x(matrix)), (-1.0, -0.0867));
}

#[test]
fn standard_scales_before_it_translates() {
    let matrix = sample(Rules::Standard, scaled(-1.0, 0.0867), 0.0, PlayMode::Once).unwrap();
    assert_eq!((matrix[0], x(matrix)), (-1.0, 0.0867));
}

#[test]
fn standard_scales_along_the_axes_before_the_rotation() {
    let sequence = KeyFrameSequence {
        has_scale: true,
        scale: vec![[2.0, 3.0, 4.0]],
        ..turn(&[[0.0, 0.0, 0.5_f32.sqrt(), 0.5_f32.sqrt()]], 1.0)
    };
    let matrix = sample(Rules::Standard, sequence, 0.0, PlayMode::Once).unwrap();
    // A quarter turn about z takes the x axis to y. The length of the result is the factor along x.
    assert_near(matrix[1], 2.0);
    assert_near(matrix[4], -3.0);
    assert_near(matrix[10], 4.0);
}

/// Three rotations, and one translation for the whole clip.
fn fixed_translation() -> KeyFrameSequence {
    KeyFrameSequence {
        has_translation: true,
        fixed_translation: true,
        translation: vec![[7.0, 0.0, 0.0]],
        ..turn(&[STRAIGHT, TURNED, STRAIGHT], 0.5)
    }
}

#[test]
fn robot_game_asks_the_rotation_whether_a_key_is_fixed() {
    let clip = clip(fixed_translation());
    let keys = clip.view().sequence(0).unwrap();
    let matrix = |key| Rules::RobotGame.get_matrix(&keys, key);
    assert_eq!(x(matrix(0).unwrap()), 7.0);
    assert_eq!(matrix(1), Err(PlayError::ArgumentOutOfRange { index: 1, count: 1 }));
    assert_eq!(matrix(1).unwrap_err().exception_name(), "ArgumentOutOfRangeException");
}

#[test]
fn standard_asks_each_channel_whether_a_key_is_fixed() {
    let clip = clip(fixed_translation());
    let keys = clip.view().sequence(0).unwrap();
    let matrix = |key| Rules::Standard.get_matrix(&keys, key);
    assert_eq!(x(matrix(2).unwrap()), 7.0);
    assert_eq!(matrix(1).unwrap()[0], -1.0);
    assert_eq!(matrix(3), Err(PlayError::ArgumentOutOfRange { index: 3, count: 3 }));
    assert!(matrix(-1).is_err());
}

#[test]
fn the_last_key_holds_until_the_clip_ends() {
    for rules in BOTH {
        for mode in [PlayMode::Once, PlayMode::Repeat] {
            let found = index(rules, slide(&[0.0, 1.0, 2.0], 0.5, 1.5), 1.25, mode);
            assert_eq!(found, Ok((2, 2, 1.0)));
        }
    }
}

#[test]
fn a_closed_loop_moves_back_to_the_first_key() {
    let mut clip = clip_of(vec![slide(&[0.0, 1.0, 2.0], 0.5, 1.5)]);
    clip.close_loop = true;
    let clip = AnimationSequence::from_owned(&clip).unwrap();
    let keys = clip.view().sequence(0).unwrap();
    let at = |rules: Rules, time, mode| x(rules.sample_matrix(&keys, time, mode).unwrap());
    assert_eq!(at(Rules::Standard, 1.25, PlayMode::Repeat), 1.0);
    assert_eq!(at(Rules::Standard, 1.5, PlayMode::Repeat), 0.0);
    assert_eq!(at(Rules::Standard, 1.25, PlayMode::Once), 2.0);
    assert_eq!(at(Rules::RobotGame, 1.25, PlayMode::Repeat), 2.0);
}

/// The largest distance from the correct position, over ten seconds at 60 Hz.
fn largest_pop(rules: Rules) -> f32 {
    let interval = 1.0 / 30.0;
    let xs: Vec<f32> = (0_u16..301).map(f32::from).collect();
    let clip = clip(slide(&xs, interval, 10.0));
    let keys = clip.view().sequence(0).unwrap();
    let (mut time, mut largest) = (0.0_f32, 0.0_f32);
    while time + 1.0 / 60.0 < 10.0 {
        time += 1.0 / 60.0;
        let found = x(rules.sample_matrix(&keys, time, PlayMode::Repeat).unwrap());
        largest = largest.max((found - time / interval).abs());
    }
    largest
}

#[test]
fn robot_game_pops_by_a_key_where_index_and_fraction_disagree() {
    assert!(largest_pop(Rules::RobotGame) > 0.9);
}

#[test]
fn standard_takes_index_and_fraction_from_one_value() {
    assert!(largest_pop(Rules::Standard) < 1e-3);
}

#[test]
fn robot_game_hangs_on_one_key_without_interval_and_says_so() {
    let found = index(Rules::RobotGame, slide(&[5.0], 0.0, 1.0), 0.5, PlayMode::Once);
    assert_eq!(found, Err(PlayError::Hang { dividend: 0.5, divisor: 0.0 }));
}

#[test]
fn standard_needs_no_interval_for_one_key() {
    for time in [0.0, 0.5, 99.0] {
        let found = index(Rules::Standard, slide(&[5.0], 0.0, 1.0), time, PlayMode::Once);
        assert_eq!(found, Ok((0, 0, 1.0)));
    }
}

#[test]
fn robot_game_extrapolates_before_the_first_key_and_then_throws() {
    let at = |time| sample(Rules::RobotGame, slide(&[0.0, 1.0, 2.0], 0.5, 1.0), time, PlayMode::Once);
    assert_eq!(x(at(-0.25).unwrap()), -0.5);
    let thrown = at(-0.75).unwrap_err();
    assert_eq!(thrown, PlayError::ArgumentOutOfRange { index: -1, count: 3 });
}

#[test]
fn standard_holds_the_first_key_before_its_time() {
    for time in [-0.25, -1e30, f32::NAN] {
        let found = sample(Rules::Standard, slide(&[3.0, 4.0], 0.5, 1.0), time, PlayMode::Once);
        assert_eq!(x(found.unwrap()), 3.0);
    }
}

fn timed() -> KeyFrameSequence {
    KeyFrameSequence { has_time: true, time: vec![0.25, 0.5, 1.0, 1.5], ..slide(&[0.0, 1.0, 2.0, 4.0], 0.0, 2.0) }
}

#[test]
fn keys_with_times_are_found_by_their_times() {
    for rules in BOTH {
        let at = |time| index(rules, timed(), time, PlayMode::Repeat).unwrap();
        assert_eq!(at(0.25), (0, 1, 0.0));
        assert_eq!(at(0.375), (0, 1, 0.5));
        assert_eq!(at(0.5), (1, 2, 0.0));
        assert_eq!(at(1.25), (2, 3, 0.5));
        assert_eq!(at(1.5), (3, 3, 1.0));
        assert_eq!(at(2.0), (3, 3, 1.0));
    }
}

#[test]
fn before_the_first_time_robot_game_extrapolates_and_standard_holds() {
    assert_eq!(index(Rules::RobotGame, timed(), 0.0, PlayMode::Once), Ok((0, 1, -1.0)));
    assert_eq!(index(Rules::Standard, timed(), 0.0, PlayMode::Once), Ok((0, 1, 0.0)));
}

#[test]
fn robot_game_does_not_normalize_rotations() {
    let unnormal = [0.0, 0.0, 0.0, 2.0];
    let matrix = sample(Rules::RobotGame, turn(&[unnormal, [0.0, 0.0, 2.0, 0.0]], 1.0), 0.5, PlayMode::Once);
    // The middle between two quaternions of length 2: 1 - 2 z² with z² = 2, not 0.5.
    assert_near(matrix.unwrap()[0], -3.0);
}

#[test]
fn standard_normalizes_rotations() {
    let matrix =
        sample(Rules::Standard, turn(&[[0.0, 0.0, 0.0, 2.0], [0.0, 0.0, 3.0, 0.0]], 1.0), 0.5, PlayMode::Once).unwrap();
    assert_near(matrix[0], 0.0);
    assert_near(matrix[1], 1.0);
    let zero = sample(Rules::Standard, turn(&[[0.0; 4]], 1.0), 0.0, PlayMode::Once).unwrap();
    assert_eq!(zero, rigmill_math::matrix::IDENTITY);
}

#[test]
fn a_channel_that_the_clip_lacks_is_that_of_the_identity() {
    for rules in BOTH {
        let sequence = KeyFrameSequence { has_translation: false, ..slide(&[5.0, 6.0], 0.5, 1.0) };
        assert_eq!(sample(rules, sequence, 0.25, PlayMode::Once), Ok(rigmill_math::matrix::IDENTITY));
    }
}

#[test]
fn indices_convert_as_in_dot_net() {
    let at = |time| index(Rules::RobotGame, slide(&[0.0, 1.0, 2.0], 1e-3, 1.0), time, PlayMode::Once);
    // For values beyond the range of an int, and for NaN, the index is the smallest int.
    assert_eq!(at(f32::NAN).unwrap().0, i32::MIN);
    assert_eq!(at(-1e30).unwrap().0, i32::MIN);
    assert!(matches!(at(1e30), Err(PlayError::Hang { .. })));
    // Truncated, not rounded down.
    assert_eq!(at(-0.000_5).unwrap().0, 0);
}
