//! Root motion of players and crowds.

use std::sync::Arc;

use proptest::prelude::*;
use rigmill_format::{LayerBlend, PlayMode, RigidTransform};
use rigmill_test_random::cases;

use super::super::models::skeleton;
use super::action_specs::{ActionSpec, Subjects};
use super::planar::{Path, Planar};
use crate::blocks::weight_blocks;
use crate::characters::CrowdLayer;
use crate::content::Skeleton;
use crate::{Crowd, PlayOptions, Rules};

const BOTH: [Rules; 2] = [Rules::Standard, Rules::RobotGame];

fn planar() -> impl Strategy<Value = Planar> {
    (-2.0..2.0_f64, -2.0..2.0_f64, -0.7..0.7_f64).prop_map(|(x, y, angle)| Planar { x, y, angle })
}

/// Durations are even numbers of units that are whole numbers of ticks.
fn path() -> impl Strategy<Value = Path> {
    (planar(), planar(), 1..150_i64).prop_map(|(middle, end, part)| Path { middle, end, duration: part * 4 })
}

fn spec(path: Path, speed: f32, mode: PlayMode) -> ActionSpec {
    let motion = Some(path.motion(mode == PlayMode::Repeat));
    let start = if speed < 0.0 { path.duration } else { 0 };
    ActionSpec { duration: path.duration, events: Vec::new(), start, speed, blend: 0, mode, motion }
}

/// The movement of each of the subjects in the last update.
fn movements(subjects: &Subjects) -> Vec<RigidTransform> {
    subjects.players.iter().map(crate::Player::movement).chain([subjects.crowd.movement(subjects.one)]).collect()
}

#[track_caller]
fn near(found: &RigidTransform, expected: Planar, most: f64) {
    let error = expected.error(found);
    assert!(error <= most, "off by {error}: {found:?} {expected:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn movements_add_up_to_the_way_of_the_whole(
        path in path(),
        speed in prop::sample::select(vec![0.5_f32, 1.0, 4.0, -0.5, -1.0, -4.0]),
        repeats: bool,
        steps in prop::collection::vec(prop_oneof![4 => 0..40_i64, 1 => 0..1000_i64], 1..12),
    ) {
        let mode = if repeats { PlayMode::Repeat } else { PlayMode::Once };
        let spec = spec(path, speed, mode);
        let mut subjects = Subjects::new(std::slice::from_ref(&spec), &[Rules::Standard]);
        let (mut clock, mut loops) = (spec.clock(), 0);
        let mut sums = [RigidTransform::IDENTITY; 2];
        let start = path.at(0, clock.at());
        let mut before = start;
        subjects.play(0);
        for step in steps {
            subjects.update(step * 4);
            let passes = i64::from(clock.advance(step * 4).1);
            loops += if speed < 0.0 { -passes } else { passes };
            let here = path.at(loops, clock.at());
            for (sum, found) in sums.iter_mut().zip(movements(&subjects)) {
                near(&found, before.to(here), 1e-9);
                *sum = sum.then(&found);
                near(sum, start.to(here), 1e-9);
            }
            before = here;
        }
    }

    /// Steps round, but only times are rounded: the movements are those between the rounded times.
    #[test]
    fn any_step_moves_to_where_the_clip_is(path in path(), speed in -5.0..5.0_f32, steps in prop::collection::vec(-0.5..0.5_f32, 1..20)) {
        let mut subjects = Subjects::new(&[spec(path, speed, PlayMode::Repeat)], &[Rules::Standard]);
        subjects.play(0);
        let start = f64::from(subjects.crowd.playing(subjects.one, 0).unwrap().1);
        let motion = crate::content::Motion::from_owned(&path.motion(true)).unwrap();
        let (mut loops, mut sum) = (0.0, RigidTransform::IDENTITY);
        for step in steps {
            subjects.update_seconds(step);
            let passes = f64::from(subjects.crowd.passes(subjects.one, 0));
            loops += if step * speed < 0.0 { -passes } else { passes };
            let [player, crowd] = movements(&subjects)[..] else { panic!() };
            prop_assert_eq!(player, crowd);
            sum = sum.then(&crowd);
            let time = loops * motion.duration() + f64::from(subjects.crowd.playing(subjects.one, 0).unwrap().1);
            let way = sum.inverse().then(&motion.delta(start, time));
            let off = way.translation.iter().chain(&way.rotation[..3]).fold(0.0_f64, |most, part| most.max(part.abs()));
            prop_assert!(off < 1e-9, "off by {}", off);
        }
    }
}

#[test]
fn ten_thousand_loops_do_not_drift() {
    let middle = Planar { x: 0.4, y: 0.3, angle: 0.2 };
    let path = Path { middle, end: Planar { x: 1.0, y: 0.1, angle: 0.003 }, duration: 512 };
    let mut subjects = Subjects::new(&[spec(path, 1.0, PlayMode::Repeat)], &[Rules::Standard]);
    subjects.play(0);
    let mut sums = [RigidTransform::IDENTITY; 2];
    let mut units = 0;
    while units < 10_000 * 512 {
        units += 204;
        subjects.update(204);
        sums.iter_mut().zip(movements(&subjects)).for_each(|(sum, moved)| *sum = sum.then(&moved));
    }
    sums.iter().for_each(|sum| near(sum, path.at(units / 512, units % 512), 1e-9));
}

fn straight(x: f64, y: f64, blend: i64) -> ActionSpec {
    let part = |part: f64| Planar { x: x * part, y: y * part, angle: 0.0 };
    let path = Path { middle: part(0.5), end: part(1.0), duration: 1024 };
    ActionSpec { blend, ..spec(path, 1.0, PlayMode::Repeat) }
}

/// Within the fade, half of each clip's movement is applied: the integral of its weight.
#[test]
fn fades_mix_movements_by_their_weights() {
    let mut subjects = Subjects::new(&[straight(1.0, 0.0, 0), straight(0.0, 2.0, 512)], &BOTH);
    subjects.play(0);
    subjects.update(256);
    subjects.play(1);
    let mut sums = [RigidTransform::IDENTITY; 3];
    for _ in 0..512 {
        subjects.update(2);
        let moved = movements(&subjects);
        assert_eq!((moved[0], moved[1]), (moved[2], moved[2]));
        sums.iter_mut().zip(moved).for_each(|(sum, moved)| *sum = sum.then(&moved));
    }
    // Half a second of the fade, and half a second of the second clip.
    sums.iter().for_each(|sum| near(sum, Planar { x: 0.25, y: 1.5, angle: 0.0 }, 1e-6));
}

#[test]
fn a_clip_that_comes_in_mid_blend_does_not_stop_the_movement() {
    let specs = [straight(1.0, 0.0, 0), straight(1.0, 0.0, 512), straight(1.0, 0.0, 512)];
    let mut subjects = Subjects::new(&specs, &BOTH);
    subjects.play(0);
    for step in 0..400 {
        if let Some(spec) = [50, 100, 140].iter().position(|at| *at == step) {
            subjects.play([1, 2, 1][spec]);
        }
        subjects.update(4);
        movements(&subjects).iter().for_each(|moved| near(moved, Planar { x: 4.0 / 1024.0, y: 0.0, angle: 0.0 }, 1e-9));
    }
}

#[test]
fn a_step_beyond_the_end_of_a_fade_keeps_the_movement_of_both_clips() {
    let mut subjects = Subjects::new(&[straight(1.0, 0.0, 0), straight(0.0, 2.0, 256)], &BOTH);
    subjects.play(0);
    subjects.update(256);
    subjects.play(1);
    subjects.update(1024);
    // In the quarter of a second of the fade, half of each clip's movement is applied.
    let expected = Planar { x: 0.125, y: 2.0 - 0.25, angle: 0.0 };
    movements(&subjects).iter().for_each(|moved| near(moved, expected, 1e-9));
}

#[test]
fn what_has_no_motion_stays_in_place_and_an_update_without_time_moves_nothing() {
    let mut subjects =
        Subjects::new(&[ActionSpec { motion: None, ..straight(1.0, 0.0, 0) }, straight(1.0, 0.0, 0)], &BOTH);
    assert!(movements(&subjects).iter().all(|moved| *moved == RigidTransform::IDENTITY));
    for (spec, step) in [(0, 100), (1, 0)] {
        subjects.play(spec);
        subjects.update(step);
        assert!(movements(&subjects).iter().all(|moved| *moved == RigidTransform::IDENTITY));
    }
    let removed = subjects.one;
    subjects.update(100);
    subjects.crowd.remove(removed).unwrap();
    assert_eq!(subjects.crowd.movement(removed), RigidTransform::IDENTITY);
}

/// Regardless of how the time is split, the motion starts again together with the clip.
#[test]
fn a_motion_without_loops_moves_anew_in_each_pass() {
    let end = Planar { x: 1.0, y: 0.5, angle: 0.3 };
    let path = Path { middle: Planar { x: 0.5, y: 0.0, angle: 0.1 }, end, duration: 512 };
    for (speed, sign) in [(1.0, 1), (-1.0, -1)] {
        let spec = ActionSpec { motion: Some(path.motion(false)), ..spec(path, speed, PlayMode::Repeat) };
        let mut subjects = Subjects::new(std::slice::from_ref(&spec), &[Rules::Standard]);
        let mut clock = spec.clock();
        let (mut before, mut loops) = (path.at(0, clock.at()), 0);
        subjects.play(0);
        for step in [256, 512, 100, 1248, 2000, 4] {
            subjects.update(step);
            loops += sign * i64::from(clock.advance(step).1);
            let here = path.at(loops, clock.at());
            movements(&subjects).iter().for_each(|moved| near(moved, before.to(here), 1e-9));
            before = here;
        }
    }
}

#[test]
fn layers_cover_movements_by_weight_and_by_their_mask_for_the_first_bone() {
    let below = Subjects::new(&[straight(1.0, 0.0, 0)], &[]);
    let above = Subjects::new(&[straight(0.0, 2.0, 0)], &[]);
    let clips = [&below, &above].map(|subjects| subjects.crowd.clips()[0].clone());
    let skeleton = Arc::new(Skeleton::from_owned(&skeleton()).unwrap());
    let mask = |first: f32| CrowdLayer::from(weight_blocks([first, 1.0, 1.0]));
    let added = CrowdLayer { blend: LayerBlend::AdditiveToBind, ..mask(1.0) };
    let mut crowd = Crowd::new(&skeleton, clips.to_vec(), [mask(1.0), mask(0.5), mask(0.0), added], 1).unwrap();
    let one = crowd.characters()[0];
    for (layer, clip) in [(0, 0), (1, 1), (2, 1), (3, 1)] {
        crowd.play(one, layer, clip, &PlayOptions::default()).unwrap();
    }
    for (weight, expected) in [(1.0, (0.25, 0.5)), (0.5, (0.375, 0.25)), (0.0, (0.5, 0.0))] {
        crowd.set_weight(one, 1, weight).unwrap();
        crowd.update(0.5).unwrap();
        near(&crowd.movement(one), Planar { x: expected.0, y: expected.1, angle: 0.0 }, 1e-9);
    }
    // The layer below shows again. On average, the layer above has 0.75 x 0.5 of the movement in the first half of its fade,
    // and 0.25 x 0.5 of it in the second half.
    crowd.set_weight(one, 1, 1.0).unwrap();
    crowd.stop(one, 1, 0.5).unwrap();
    crowd.update(0.25).unwrap();
    near(&crowd.movement(one), Planar { x: 0.15625, y: 0.1875, angle: 0.0 }, 1e-9);
    crowd.update(0.5).unwrap();
    near(&crowd.movement(one), Planar { x: 0.46875, y: 0.0625, angle: 0.0 }, 1e-9);
}

/// While the same clip fades in and out, no update moves less than the one before.
#[test]
fn a_clip_that_comes_in_while_its_layer_fades_out_does_not_stop_the_movement() {
    let mut subjects = Subjects::new(&[straight(1.0, 0.0, 512)], &[]);
    subjects.play(0);
    subjects.update(100);
    subjects.crowd.stop(subjects.one, 0, 0.5).unwrap();
    subjects.update(64);
    subjects.play(0);
    for _ in 0..100 {
        subjects.update(8);
        near(&movements(&subjects)[0], Planar { x: 8.0 / 1024.0, y: 0.0, angle: 0.0 }, 1e-9);
    }
}
