//! Events, each once a pass.

use proptest::prelude::*;
use rigmill_format::PlayMode;

use super::acts::{Act, Cast, LAYER, heard, repeated};
use super::clock::{Clock, Fade, Heard, seconds};
use crate::Rules;

/// Speeds with which steps of four units are whole units of a clip.
fn speed() -> impl Strategy<Value = f32> {
    prop::sample::select(vec![0.25, 0.5, 1.0, 2.0, 4.0, -0.25, -0.5, -1.0, -2.0, -4.0])
}

/// Steps forwards; some are many times as long as a clip.
fn steps() -> impl Strategy<Value = Vec<i64>> {
    let step = prop_oneof![4 => 0..40_i64, 1 => 0..250_i64];
    prop::collection::vec(step.prop_map(|step| step * 4), 1..12)
}

fn act() -> impl Strategy<Value = Act> {
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
            Act { duration, events, start, speed, blend: 0, mode, motion: None }
        },
    )
}

#[track_caller]
fn same(found: &[Heard], expected: &[Heard]) {
    let near = |(a, b): (&Heard, &Heard)| {
        (a.event, a.fades_out) == (b.event, b.fades_out) && (a.after - b.after).abs() <= 1e-5 * (1.0 + b.after)
    };
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(near), "{found:#?}\n{expected:#?}");
}

fn follows(act: &Act, steps: &[i64]) {
    let mut cast = Cast::new(std::slice::from_ref(act), &[Rules::Standard]);
    let mut clock: Clock = act.clock();
    cast.play(0);
    for step in steps {
        cast.update(*step);
        let (expected, passes) = clock.advance(*step);
        for found in cast.heard() {
            same(&found, &expected);
        }
        assert_eq!(cast.crowd.passes(cast.one, 0), passes);
        assert_eq!(cast.crowd.has_finished(cast.one, 0), clock.has_ended());
        assert_eq!(cast.players[0].passes(LAYER), passes);
        assert_eq!(cast.players[0].has_finished(LAYER), clock.has_ended());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_pass_plays_every_event_once_in_order(act in act(), steps in steps()) {
        follows(&act, &steps);
    }

    #[test]
    fn any_split_of_a_time_plays_the_same_events(act in act(), steps in steps()) {
        let mut casts = [(); 2].map(|()| Cast::new(std::slice::from_ref(&act), &[]));
        let mut split = Vec::new();
        casts.iter_mut().for_each(|cast| cast.play(0));
        let mut before = 0.0;
        for step in &steps {
            casts[0].update(*step);
            let late = |heard: Heard| Heard { after: heard.after + before, ..heard };
            split.extend(casts[0].heard()[0].iter().copied().map(late));
            before += f64::from(seconds(*step));
        }
        casts[1].update(steps.iter().sum());
        same(&split, &casts[1].heard()[0]);
        prop_assert_eq!(casts[0].crowd.playing(casts[0].one, 0), casts[1].crowd.playing(casts[1].one, 0));
    }

    #[test]
    fn speeds_may_change_and_flip_and_time_may_go_back(
        act in act(),
        moves in prop::collection::vec((prop::option::of(speed()), prop_oneof![4 => -40..40_i64, 1 => -600..600_i64]), 1..12),
    ) {
        let mut cast = Cast::new(std::slice::from_ref(&act), &[]);
        let mut clock = act.clock();
        cast.play(0);
        for (speed, step) in moves {
            let speed = speed.unwrap_or(0.0);
            cast.crowd.set_speed(cast.one, 0, speed).unwrap();
            clock.set_speed(speed.into());
            cast.update(step * 4);
            same(&cast.heard()[0], &clock.advance(step * 4).0);
            prop_assert_eq!(cast.crowd.playing(cast.one, 0).unwrap().1, seconds(clock.at()));
        }
    }

    #[test]
    fn both_sides_of_a_fade_play_their_events(
        acts in prop::collection::vec((act(), 0..60_i64), 2..4),
        script in prop::collection::vec((prop::option::weighted(0.3, 0..4_usize), 0..60_i64), 1..12),
    ) {
        let acts: Vec<Act> = acts.into_iter().map(|(act, blend)| Act { blend: blend * 4, ..act }).collect();
        let mut cast = Cast::new(&acts, &[Rules::Standard, Rules::RobotGame]);
        let mut fade = Fade::new(acts[0].clock());
        cast.play(0);
        for (play, step) in script {
            if let Some(act) = play.filter(|act| *act < acts.len()) {
                cast.play(act);
                fade.play(acts[act].clock(), acts[act].blend);
            }
            // RobotGame cannot play backwards, but its events follow the standard clock.
            cast.players.iter_mut().for_each(|player| drop(player.update(seconds(step * 4))));
            cast.crowd.update(seconds(step * 4)).unwrap();
            let expected = fade.advance(step * 4);
            for found in cast.heard() {
                same(&found, &expected);
            }
        }
    }

    /// With steps that round, too: whatever a clock makes of them, no event is left out, and none comes twice.
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
            let act = Act { speed, start: if speed < 0.0 { duration } else { 0 }, ..repeated(duration, &events) };
            let mut cast = Cast::new(&[act], &[]);
            cast.play(0);
            let (mut count, mut passes) = (0, 0);
            for step in &steps {
                cast.crowd.update(*step).unwrap();
                passes += cast.crowd.passes(cast.one, 0) as usize;
                for event in cast.crowd.events(cast.one, 0) {
                    let turn = count % events.len();
                    let expected = if speed < 0.0 { events.len() - 1 - turn } else { turn };
                    prop_assert_eq!(event.event.value as usize, expected);
                    prop_assert!((0.0..=*step * 1.0001).contains(&event.after));
                    count += 1;
                }
            }
            let at = cast.crowd.playing(cast.one, 0).unwrap().1;
            let was_played = |event: &&i64| if speed < 0.0 { seconds(**event) > at } else { seconds(**event) < at };
            prop_assert_eq!(count, passes * events.len() + events.iter().filter(was_played).count());
        }
    }
}

#[test]
fn a_clip_that_plays_once_plays_what_is_at_its_ends_once() {
    for (speed, start, expected) in [(1.0, 0, [0, 1]), (-1.0, 512, [1, 0])] {
        let act = Act { speed, start, mode: PlayMode::Once, ..repeated(512, &[0, 512]) };
        let mut cast = Cast::new(&[act], &[Rules::Standard]);
        cast.play(0);
        let mut found = [Vec::new(), Vec::new()];
        for step in [0, 100, 412, 0, 8, 512] {
            cast.update(step);
            found.iter_mut().zip(cast.heard()).for_each(|(all, new)| all.extend(new.iter().map(|heard| heard.event)));
        }
        assert_eq!(found, [expected, expected]);
    }
}

#[test]
fn events_after_the_end_of_a_clip_never_happen() {
    let mut cast = Cast::new(&[repeated(512, &[512, 513, 9999])], &[Rules::Standard]);
    cast.play(0);
    for _ in 0..10 {
        cast.update(400);
        assert!(cast.heard().iter().flatten().all(|heard| heard.event == 0));
    }
}

#[test]
fn reading_events_again_gives_them_again_and_a_still_update_gives_none() {
    let mut cast = Cast::new(&[repeated(512, &[0, 256])], &[Rules::Standard]);
    cast.play(0);
    cast.update(0);
    assert_eq!(cast.heard(), [[], []]);
    cast.update(300);
    assert_eq!(cast.heard(), cast.heard());
    assert_eq!(cast.crowd.events(cast.one, 0).map(heard).count(), 2);
    assert_eq!(cast.crowd.events(cast.one, 1).count() + cast.players[0].events("legs").count(), 0);
}

/// 1,000 times on from the other end, after the first part.
#[test]
fn a_clip_that_hardly_lasts_leaves_passes_out() {
    let mut cast = Cast::new(&[repeated(4, &[1])], &[]);
    cast.play(0);
    cast.update(5000 * 4);
    assert_eq!((cast.crowd.passes(cast.one, 0), cast.heard().concat().len()), (5000, 1001));
}
