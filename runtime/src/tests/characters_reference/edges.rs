//! Clocks with rounding errors, and the starts and ends of clips.

use std::sync::Arc;

use proptest::prelude::*;
use rigmill_format as format;
use rigmill_format::PlayMode;
use rigmill_test_random::cases;

use super::super::clips::slide;
use super::super::models::skeleton;
use super::action_specs::{ActionSpec, Subjects, repeated};
use crate::blocks::WeightBlock;
use crate::clips::Clip;
use crate::content::{AnimationSequence, Skeleton};
use crate::{AnimatedModel, Crowd, PlayOptions, Rules};

/// A clip of this duration, in which the root moves from 0 to 8.
fn lasting(duration: f32, skeleton: &Skeleton) -> Clip {
    let sequences = vec![slide(&[0.0, 8.0], duration, duration)];
    let clip = format::AnimationSequence { duration, close_loop: false, sequences };
    Clip::new(&Arc::new(AnimationSequence::from_owned(&clip).unwrap()), &skeleton.view())
}

/// The number of times that a clip passes its end in one step, and its time after the step.
fn passes_and_time(duration: f32, start_time: f32, time_scale: f32, step: f32) -> (u32, f32) {
    let skeleton = Arc::new(Skeleton::from_owned(&skeleton()).unwrap());
    let clips = vec![lasting(duration, &skeleton)];
    let mut crowd = Crowd::new(&skeleton, clips, [vec![WeightBlock::ALL]], 1).unwrap();
    let one = crowd.characters()[0];
    crowd.play(one, 0, 0, &PlayOptions { start_time, time_scale, ..PlayOptions::default() }).unwrap();
    crowd.update(step).unwrap();
    (crowd.passes(one, 0), crowd.playing(one, 0).unwrap().1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(2000)))]

    /// Steps that end at a whole number of loops, or differ from it by a rounding error.
    #[test]
    fn passes_and_time_are_as_far_as_the_step(
        duration in 0.01..3.0_f32,
        loops in 0..40_u8,
        nudge in -2..3_i32,
        backwards: bool,
    ) {
        let third = duration / 3.0;
        let step = duration * f32::from(loops) + third;
        let step = f32::from_bits(step.to_bits().wrapping_add_signed(nudge));
        let (start, speed) = if backwards { (third, -1.0) } else { (duration - third, 1.0) };
        let (passes, time) = passes_and_time(duration, start, speed, step);
        let way = f64::from(passes) * f64::from(duration) * f64::from(speed);
        let off = (f64::from(start) + f64::from(speed * step) - way - f64::from(time)).abs();
        prop_assert!(off < 1e-4, "off by {}: from {} by {} to {} in {} passes", off, start, step, time, passes);
    }
}

#[test]
fn a_step_to_just_before_the_end_of_a_loop_does_not_pass_it() {
    let (passes, time) = passes_and_time(0.7, 0.0, 1.0, 2.1);
    assert_eq!(passes, 2);
    assert!((time - 0.7).abs() < 1e-6);
    // The difference between both times is smaller than the resolution of numbers near the duration.
    assert_eq!(passes_and_time(1.0, 0.016_666_667, -1.0, 0.016_666_668), (0, 0.0));
}

#[test]
fn a_clip_without_duration_passes_no_end_and_has_no_events() {
    for mode in [PlayMode::Once, PlayMode::Repeat] {
        for speed in [1.0, -1.0, 0.0] {
            let mut subjects = Subjects::new(&[ActionSpec { mode, speed, ..repeated(0, &[0, 0]) }], &[Rules::Standard]);
            subjects.play(0);
            for step in [0, 4, 4096] {
                subjects.update(step);
                assert_eq!(
                    (subjects.crowd.passes(subjects.one, 0), subjects.delivered().concat()),
                    (0, vec![]),
                    "{mode:?} {speed}"
                );
            }
        }
    }
}

#[test]
fn a_clip_that_fades_out_plays_no_event_after_the_fade() {
    let specs = [repeated(1024, &[256, 384]), ActionSpec { blend: 64, ..repeated(1024, &[]) }];
    let mut subjects = Subjects::new(&specs, &[Rules::Standard]);
    subjects.play(0);
    subjects.update(224);
    subjects.play(1);
    subjects.update(512);
    for delivered in subjects.delivered() {
        assert_eq!(
            delivered.iter().map(|delivered| (delivered.event, delivered.fades_out)).collect::<Vec<_>>(),
            [(0, true)]
        );
    }
}

/// No time is spent outside the clip, because the start time is clamped before the first step.
#[test]
fn a_start_before_a_clip_or_after_it_is_the_nearest_end_if_it_plays_once() {
    let skeleton = Arc::new(Skeleton::from_owned(&skeleton()).unwrap());
    let clip = lasting(1.0, &skeleton);
    for (start_time, time_scale, expected) in [(-0.5, 1.0, 2.0), (1.5, -1.0, 6.0)] {
        let options = PlayOptions { start_time, time_scale, mode: PlayMode::Once, ..PlayOptions::default() };
        let mut crowd = Crowd::new(&skeleton, vec![clip.clone()], [vec![WeightBlock::ALL]], 1).unwrap();
        let mut model = AnimatedModel::new(Arc::clone(&skeleton), Rules::Standard);
        let one = crowd.characters()[0];
        crowd.play(one, 0, 0, &options).unwrap();
        model.play(&clip, &options).unwrap();
        for step in [0.0, 0.125, 0.125] {
            crowd.update(step).unwrap();
            model.update(step).unwrap();
        }
        assert_eq!((crowd.absolute(one)[0][12], model.absolute()[0][12]), (expected, expected));
    }
}
