//! Events occur once per pass.

use proptest::prelude::*;
use rigmill_format::PlayMode;
use rigmill_test_random::cases;

use super::action_specs::{ActionSpec, LAYER, Subjects, delivered, repeated};
use super::clock::{Clock, Delivered, Fade, seconds};
use crate::Rules;

/// Speeds for which steps of four units are whole units of a clip.
fn speed() -> impl Strategy<Value = f32> {
    prop::sample::select(vec![0.25, 0.5, 1.0, 2.0, 4.0, -0.25, -0.5, -1.0, -2.0, -4.0])
}

/// Steps forwards. Some are many times as long as a clip.
fn steps() -> impl Strategy<Value = Vec<i64>> {
    let step = prop_oneof![4 => 0..40_i64, 1 => 0..250_i64];
    prop::collection::vec(step.prop_map(|step| step * 4), 1..12)
}

fn spec() -> impl Strategy<Value = ActionSpec> {
    let mode = prop::sample::select(vec![PlayMode::Once, PlayMode::Repeat]);
    (48..600_i64, prop::collection::vec(0.0..=1.0, 0..6), -1.0..2.5_f64, any::<bool>(), speed(), mode).prop_map(
        |(duration, events, start, from_start, speed, mode)| {
            let time = |part: f64| match part {
                part if part < 0.15 => 0,
                part if part > 0.85 => duration,
                part => (part * duration as f64) as i64,
            };
            let mut events: Vec<i64> = events.into_iter().map(time).collect();
            events.sort_unstable();
            let start = if from_start { 0 } else { (start * duration as f64) as i64 };
            ActionSpec { duration, events, start, speed, blend: 0, mode, motion: None }
        },
    )
}

#[track_caller]
fn same(found: &[Delivered], expected: &[Delivered]) {
    let near = |(a, b): (&Delivered, &Delivered)| {
        (a.event, a.fades_out) == (b.event, b.fades_out) && (a.after - b.after).abs() <= 1e-5 * (1.0 + b.after)
    };
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(near), "{found:#?}\n{expected:#?}");
}

fn follows(spec: &ActionSpec, steps: &[i64]) {
    let mut subjects = Subjects::new(std::slice::from_ref(spec), &[Rules::Standard]);
    let mut clock: Clock = spec.clock();
    subjects.play(0);
    for step in steps {
        subjects.update(*step);
        let (expected, passes) = clock.advance(*step);
        for found in subjects.delivered() {
            same(&found, &expected);
        }
        assert_eq!(subjects.crowd.passes(subjects.one, 0), passes);
        assert_eq!(subjects.crowd.has_finished(subjects.one, 0), clock.has_ended());
        assert_eq!(subjects.players[0].passes(LAYER), passes);
        assert_eq!(subjects.players[0].has_finished(LAYER), clock.has_ended());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn every_pass_plays_every_event_once_in_order(spec in spec(), steps in steps()) {
        follows(&spec, &steps);
    }

    #[test]
    fn any_split_of_a_time_plays_the_same_events_and_shows_the_same_pose(
        specs in prop::array::uniform2(spec()),
        blend in 0..400_i64,
        steps in steps(),
    ) {
        let [first, second] = specs;
        let mut specs = [first, ActionSpec { blend: blend * 4, ..second }];
        // If an update ends exactly between two loops, an event there may belong to this update or to the next one, so there
        // are none there.
        specs.iter_mut().for_each(|spec| spec.events.retain(|time| (1..spec.duration).contains(time)));
        let [mut split, mut whole] = [(); 2].map(|()| Subjects::new(&specs, &[]));
        for subjects in [&mut split, &mut whole] {
            subjects.play(0);
            subjects.update(steps[0]);
            subjects.play(1);
        }
        let (mut found, mut before) = (Vec::new(), 0.0);
        for step in &steps {
            split.update(*step);
            let late = |delivered: Delivered| Delivered { after: delivered.after + before, ..delivered };
            found.extend(split.delivered()[0].iter().copied().map(late));
            before += f64::from(seconds(*step));
        }
        whole.update(steps.iter().sum());
        same(&found, &whole.delivered()[0]);
        let (_, time) = whole.crowd.playing(whole.one, 0).unwrap();
        if time > 0.0 && time < seconds(specs[1].duration) {
            prop_assert_eq!(split.crowd.playing(split.one, 0), Some((1, time)));
        }
        // The same is true for the pose of a clip that fades out.
        let total: i64 = steps.iter().sum();
        let outgoing = specs[0].start as f32 + specs[0].speed * (steps[0] + total) as f32;
        let fades_at_a_seam = specs[1].blend >= total && outgoing % specs[0].duration as f32 == 0.0;
        if time > 0.0 && time < seconds(specs[1].duration) && !fades_at_a_seam {
            prop_assert_eq!(split.crowd.matrices(), whole.crowd.matrices());
        }
    }

    #[test]
    fn speeds_may_change_and_flip_and_time_may_go_back(
        spec in spec(),
        moves in prop::collection::vec((prop::option::of(speed()), prop_oneof![4 => -40..40_i64, 1 => -600..600_i64]), 1..12),
    ) {
        let mut subjects = Subjects::new(std::slice::from_ref(&spec), &[]);
        let mut clock = spec.clock();
        subjects.play(0);
        for (speed, step) in moves {
            let speed = speed.unwrap_or(0.0);
            subjects.crowd.set_speed(subjects.one, 0, speed).unwrap();
            clock.set_speed(speed.into());
            subjects.update(step * 4);
            same(&subjects.delivered()[0], &clock.advance(step * 4).0);
            prop_assert_eq!(subjects.crowd.playing(subjects.one, 0).unwrap().1, seconds(clock.at()));
        }
    }

    #[test]
    fn both_sides_of_a_fade_play_their_events(
        specs in prop::collection::vec((spec(), 0..60_i64), 2..4),
        script in prop::collection::vec((prop::option::weighted(0.3, 0..4_usize), 0..60_i64), 1..12),
    ) {
        let specs: Vec<ActionSpec> = specs.into_iter().map(|(spec, blend)| ActionSpec { blend: blend * 4, ..spec }).collect();
        let mut subjects = Subjects::new(&specs, &[Rules::Standard, Rules::RobotGame]);
        let mut fade = Fade::new(specs[0].clock());
        subjects.play(0);
        for (play, step) in script {
            if let Some(spec) = play.filter(|spec| *spec < specs.len()) {
                subjects.play(spec);
                fade.play(specs[spec].clock(), specs[spec].blend);
            }
            // RobotGame cannot play backwards, but events follow the standard clock.
            subjects.players.iter_mut().for_each(|player| drop(player.update(seconds(step * 4))));
            subjects.crowd.update(seconds(step * 4)).unwrap();
            let expected = fade.advance(step * 4);
            for found in subjects.delivered() {
                same(&found, &expected);
            }
        }
    }

    /// Even with steps that round, no event is omitted or occurs twice.
    #[test]
    fn events_come_round_and_round(
        duration in 64..600_i64,
        mut events in prop::collection::vec(0.0..=1.0, 1..6),
        speed in 0.01..7.0_f32,
        steps in prop::collection::vec(0.0..0.4_f32, 1..60),
    ) {
        events.sort_by(f64::total_cmp);
        let events: Vec<i64> = events.iter().map(|part| (part * duration as f64).round() as i64).collect();
        for speed in [speed, -speed] {
            let spec = ActionSpec { speed, start: if speed < 0.0 { duration } else { 0 }, ..repeated(duration, &events) };
            let mut subjects = Subjects::new(&[spec], &[]);
            subjects.play(0);
            let (mut count, mut passes) = (0, 0);
            for step in &steps {
                subjects.crowd.update(*step).unwrap();
                passes += subjects.crowd.passes(subjects.one, 0) as usize;
                for event in subjects.crowd.events(subjects.one, 0) {
                    let turn = count % events.len();
                    let expected = if speed < 0.0 { events.len() - 1 - turn } else { turn };
                    prop_assert_eq!(event.event.value as usize, expected);
                    prop_assert!((0.0..=*step * 1.0001).contains(&event.after));
                    count += 1;
                }
            }
            let at = subjects.crowd.playing(subjects.one, 0).unwrap().1;
            let was_played = |event: &&i64| if speed < 0.0 { seconds(**event) > at } else { seconds(**event) < at };
            prop_assert_eq!(count, passes * events.len() + events.iter().filter(was_played).count());
        }
    }
}

#[test]
fn a_clip_that_plays_once_plays_what_is_at_its_ends_once() {
    for (speed, start, expected) in [(1.0, 0, [0, 1]), (-1.0, 512, [1, 0])] {
        let spec = ActionSpec { speed, start, mode: PlayMode::Once, ..repeated(512, &[0, 512]) };
        let mut subjects = Subjects::new(&[spec], &[Rules::Standard]);
        subjects.play(0);
        let mut found = [Vec::new(), Vec::new()];
        for step in [0, 100, 412, 0, 8, 512] {
            subjects.update(step);
            found
                .iter_mut()
                .zip(subjects.delivered())
                .for_each(|(all, new)| all.extend(new.iter().map(|delivered| delivered.event)));
        }
        assert_eq!(found, [expected, expected]);
    }
}

#[test]
fn events_after_the_end_of_a_clip_never_happen() {
    let mut subjects = Subjects::new(&[repeated(512, &[512, 513, 9999])], &[Rules::Standard]);
    subjects.play(0);
    for _ in 0..10 {
        subjects.update(400);
        assert!(subjects.delivered().iter().flatten().all(|delivered| delivered.event == 0));
    }
}

#[test]
fn reading_events_again_gives_them_again_and_a_still_update_gives_none() {
    let mut subjects = Subjects::new(&[repeated(512, &[0, 256])], &[Rules::Standard]);
    subjects.play(0);
    subjects.update(0);
    assert_eq!(subjects.delivered(), [[], []]);
    subjects.update(300);
    assert_eq!(subjects.delivered(), subjects.delivered());
    assert_eq!(subjects.crowd.events(subjects.one, 0).map(delivered).count(), 2);
    assert_eq!(subjects.crowd.events(subjects.one, 1).count() + subjects.players[0].events("legs").count(), 0);
}

/// First 1,000 passes after the first part, then the rest is omitted.
#[test]
fn a_clip_that_hardly_lasts_leaves_passes_out() {
    let mut subjects = Subjects::new(&[repeated(4, &[1])], &[]);
    subjects.play(0);
    subjects.update(5000 * 4);
    assert_eq!((subjects.crowd.passes(subjects.one, 0), subjects.delivered().concat().len()), (5000, 1001));
}
