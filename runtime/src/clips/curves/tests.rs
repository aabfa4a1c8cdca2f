//! Compares curves with the formula that defines them, and tests players.

use std::sync::Arc;

use proptest::prelude::*;
use rigmill_format::{Component, Content as _, Curve, CurveKey, CurveTrack, Transform, WrapMode};
use rigmill_test_random::cases;

use super::{CurveClip, CurvePlayer, PosePlayer, SampledClip};
use crate::Content;

#[test]
fn players_say_which_paths_move_no_bone() {
    let moving = |path: &str| track(path, vec![curve(Component::PositionX, &[key(0.0, 1.0, 0.0, 0.0)])]);
    // If two paths end in the same name, the first one belongs to the bone. A track without curves moves nothing.
    let tracks =
        vec![moving("Root/Arm"), moving("Root/Leg"), moving("Other/Arm"), track("Still", vec![]), moving("Tail")];
    let player = clip(tracks.clone()).bind(&["Arm", "Head", "Tail"]);
    assert_eq!(player.unbound_paths().collect::<Vec<_>>(), ["Root/Leg", "Other/Arm"]);
    assert_eq!(clip(tracks.clone()).bind(&["Other/Arm", "Arm", "Leg", "Tail"]).unbound_paths().len(), 0);
    let none: [&str; 0] = [];
    assert_eq!(clip(tracks.clone()).bind(&none).unbound_paths().len(), 4);
    let sampled = rigmill_format::SampledClip { frame_rate: 30.0, tracks, ..rigmill_format::SampledClip::default() };
    let sampled = Arc::new(SampledClip::from_owned(&sampled).unwrap());
    let mut player = PosePlayer::new(&["Leg", "Tail", "Arm"]);
    assert_eq!(player.unbound_paths().count(), 0);
    player.set_clip(&sampled);
    assert_eq!(player.unbound_paths().collect::<Vec<_>>(), ["Other/Arm"]);
    player.clear();
    assert_eq!(player.unbound_paths().count(), 0);
}

const fn key(time: f32, value: f32, in_tangent: f32, out_tangent: f32) -> CurveKey {
    CurveKey { time, value, in_tangent, out_tangent }
}

fn curve(component: Component, keys: &[CurveKey]) -> Curve {
    Curve { component, pre: WrapMode::Default, post: WrapMode::Default, keys: keys.to_vec() }
}

fn track(path: &str, curves: Vec<Curve>) -> CurveTrack {
    CurveTrack { path: path.to_owned(), curves }
}

fn clip(tracks: Vec<CurveTrack>) -> Arc<CurveClip> {
    Arc::new(CurveClip::from_owned(&rigmill_format::CurveClip { tracks }).unwrap())
}

/// The formula, implemented literally in double precision.
fn by_the_formula(curve: &Curve, time: f32) -> f64 {
    let keys = &curve.keys;
    let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return 0.0 };
    let (begin, end) = (f64::from(first.time), f64::from(last.time));
    let mut t = f64::from(time);
    let mode = if t < begin { curve.pre } else { curve.post };
    if (t < begin || t > end) && end > begin {
        t = match mode {
            WrapMode::Loop => begin + (t - begin).rem_euclid(end - begin),
            WrapMode::LoopOffset => {
                let cycles = ((t - begin) / (end - begin)).floor();
                let back = t - cycles * (end - begin);
                let offset = cycles * (f64::from(last.value) - f64::from(first.value));
                return among_keys(curve, back.min(end)) + offset;
            }
            WrapMode::PingPong => {
                let turn = ((t - begin) / (end - begin)).floor();
                let along = t - begin - turn * (end - begin);
                if turn.rem_euclid(2.0) == 0.0 { begin + along } else { end - along }
            }
            _ => t,
        };
    }
    let slope = if t < begin { first.in_tangent } else { last.out_tangent };
    if mode == WrapMode::Linear && keys.len() > 1 && slope.is_finite() && (t < begin || t > end) {
        let from = if t < begin { first } else { last };
        return f64::from(from.value) + f64::from(slope) * (t - f64::from(from.time));
    }
    among_keys(curve, t)
}

/// The formula for times among the keys, or beyond them if the nearest key holds.
fn among_keys(curve: &Curve, t: f64) -> f64 {
    let keys = &curve.keys;
    let (Some(first), Some(last)) = (keys.first(), keys.last()) else { return 0.0 };
    if t >= last.time.into() || keys.len() == 1 {
        return last.value.into();
    }
    let Some(at) = keys.iter().rposition(|key| f64::from(key.time) <= t) else { return first.value.into() };
    let [k0, k1] = [keys[at], keys[at + 1]];
    if k0.out_tangent.is_infinite() || k1.in_tangent.is_infinite() {
        return k0.value.into();
    }
    let [t0, t1, p0, p1] = [k0.time, k1.time, k0.value, k1.value].map(f64::from);
    let dx = t1 - t0;
    let s = if dx == 0.0 { 0.0 } else { (t - t0) / dx };
    let (m0, m1) = (f64::from(k0.out_tangent) * dx, f64::from(k1.in_tangent) * dx);
    let (a, b) = (2.0 * p0 + m0 - 2.0 * p1 + m1, -3.0 * p0 - 2.0 * m0 + 3.0 * p1 - m1);
    s * (s * (s * a + b) + m0) + p0
}

/// The scale of the rounding error of a curve's value. It is larger for curves with offsets.
fn size(curve: &Curve) -> f64 {
    let adds = |mode| matches!(mode, WrapMode::LoopOffset | WrapMode::Linear);
    let largest = curve.keys.iter().map(|key| f64::from(key.value).abs()).fold(1e-3, f64::max);
    if adds(curve.pre) || adds(curve.post) { 100.0 * largest } else { 1e-3 }
}

fn any_key() -> impl Strategy<Value = CurveKey> {
    let tangent = || prop_oneof![6 => -20.0..20.0_f32, 1 => Just(f32::INFINITY), 1 => Just(f32::NEG_INFINITY)];
    // Many keys have the same time.
    (0..40_u8, -10.0..10.0_f32, tangent(), tangent()).prop_map(|(t, v, i, o)| key(f32::from(t) / 8.0 - 1.0, v, i, o))
}

fn any_curve() -> impl Strategy<Value = Curve> {
    let mode = || prop::sample::select(WrapMode::ALL.to_vec());
    (mode(), mode(), prop::collection::vec(any_key(), 0..12)).prop_map(|(pre, post, mut keys)| {
        keys.sort_by(|a, b| a.time.total_cmp(&b.time));
        Curve { component: Component::PositionX, pre, post, keys }
    })
}

/// Curves of which some share their key times, so that blocks of all widths occur.
fn any_track() -> impl Strategy<Value = Vec<Curve>> {
    (prop::collection::vec(any_curve(), 7), prop::collection::vec((0..4_usize, -9.0..9.0_f32), 7)).prop_map(
        |(curves, likeness)| {
            let like = |(component, (which, offset)): (&Component, (usize, f32))| {
                let mut curve = Curve { component: *component, ..curves[which].clone() };
                curve.keys.iter_mut().for_each(|key| key.value += offset);
                curve
            };
            let components = [0, 1, 2, 7, 8, 9, 3].map(|at| Component::ALL[at]);
            let mut made: Vec<Curve> = components.iter().zip(likeness).map(like).collect();
            made.sort_by_key(|curve| curve.component);
            made
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(400), ..ProptestConfig::default() })]
    #[test]
    fn curves_follow_the_formula(curves in any_track(), mut times in prop::collection::vec(-30.0..30.0_f32, 40)) {
        let clip = clip(vec![track("A", curves.clone())]);
        let mut player = clip.bind(&["A"]);
        // At the keys, forwards, and back and forth.
        times.extend(curves.iter().flat_map(|curve| curve.keys.iter().map(|key| key.time)));
        let mut ascending = times.clone();
        ascending.sort_by(f32::total_cmp);
        let descending = ascending.clone().into_iter().rev();
        for time in times.into_iter().chain(ascending).chain(descending) {
            player.play(time, &mut [Transform::IDENTITY]);
            let values = player.values(0);
            for curve in &curves {
                let found = f64::from(values[curve.component.number() as usize].unwrap());
                let expected = by_the_formula(curve, time);
                let limit = 1e-6 * expected.abs().max(size(curve));
                prop_assert!((found - expected).abs() <= limit, "{found} for {expected} at {time} of {curve:?}");
            }
        }
    }
}

/// More curves than fit into one stream, each with individual key times. Some continue beyond their keys, all in the same way.
fn many_curves() -> Vec<Curve> {
    let key_at = |curve: u8, number: u8| {
        let moved = if matches!(number, 0 | 19) { 0.0 } else { f32::from(curve) / 700.0 };
        let value = f32::from(number.wrapping_mul(89) ^ curve) / 16.0;
        key(f32::from(number) / 4.0 + moved, value, value - 8.0, 8.0 - value)
    };
    let curve = |number: u8| Curve {
        pre: [WrapMode::Default, WrapMode::PingPong][usize::from(number % 3 / 2)],
        post: [WrapMode::Default, WrapMode::Loop][usize::from(number % 3 / 2)],
        ..curve(Component::PositionX, &(0..20).map(|key| key_at(number, key)).collect::<Vec<_>>())
    };
    (0..150).map(curve).collect()
}

#[test]
fn many_curves_with_times_of_their_own_are_right_forwards_backwards_and_after_leaps() {
    let curves = many_curves();
    let names: Vec<String> = (0..curves.len()).map(|number| format!("Bone {number}")).collect();
    let tracks: Vec<CurveTrack> = names.iter().zip(&curves).map(|(name, it)| track(name, vec![it.clone()])).collect();
    let sampled = rigmill_format::SampledClip { tracks: tracks.clone(), length: 5.0, ..sampled(5.0) };
    let (clip, sampled) = (clip(tracks), SampledClip::from_owned(&sampled).unwrap());
    let mut player = clip.bind(&names);
    let mut one = clip.bind(&names[100..=100]);
    let steps = (-40..300_i16).map(|step| f32::from(step) / 30.0);
    let leaps = [1.0, 3.0, 0.5, 4.9, f32::MAX, -2.0, f32::MIN, 2.5, f32::INFINITY, 7.0, f32::NEG_INFINITY];
    for time in steps.clone().chain(steps.rev()).chain(leaps) {
        player.play(time, &mut vec![Transform::IDENTITY; names.len()]);
        one.play(time, &mut [Transform::IDENTITY]);
        for (bone, curve) in curves.iter().enumerate() {
            let (value, expected) = (player.values(bone)[0].unwrap(), by_the_formula(curve, time));
            let is_near = (f64::from(value) - expected).abs() <= 1e-6 * expected.abs().max(1e-3);
            assert!(is_near || time.abs() > 1e30, "{value} for {expected} at {time} of curve {bone}");
            assert_eq!(sampled.values_at(bone, time)[0], Some(value));
        }
        assert_eq!(one.values(0), player.values(100));
    }
}

#[test]
fn a_curve_of_its_own_times_is_at_its_first_value_where_there_is_no_time() {
    let keys = |moved: f32| [key(moved, 3.0, 0.0, 1.0), key(1.0 + moved, 7.0, 5.0, 0.0)];
    let empty = curve(Component::ScaleX, &[]);
    let clip = clip(vec![track("A", vec![curve(Component::PositionX, &keys(0.0)), empty])]);
    let mut player = clip.bind(&["A"]);
    for (time, value) in [(2.0, 7.0), (f32::NAN, 3.0), (f32::INFINITY, 7.0), (f32::NEG_INFINITY, 3.0)] {
        player.play(time, &mut [Transform::IDENTITY]);
        assert_eq!((player.values(0)[0], player.values(0)[7]), (Some(value), Some(0.0)));
    }
}

#[test]
fn the_last_of_several_keys_at_one_time_holds_from_there() {
    let keys = [key(0.0, 1.0, 0.0, 0.0), key(1.0, 2.0, 0.0, 5.0), key(1.0, 7.0, 5.0, 0.0), key(2.0, 7.0, 0.0, 0.0)];
    let clip = clip(vec![track("A", vec![curve(Component::PositionX, &keys)])]);
    let mut player = clip.bind(&["A"]);
    let at = |player: &mut CurvePlayer, time| {
        player.play(time, &mut [Transform::IDENTITY]);
        player.values(0)[0].unwrap()
    };
    assert_eq!([0.0, 1.0, 1.5, 9.0, -1.0].map(|time| at(&mut player, time)), [1.0, 7.0, 7.0, 7.0, 1.0]);
    assert!((at(&mut player, 0.999_99) - 2.0).abs() < 1e-3);
    assert_eq!(at(&mut player, f32::NAN), 1.0);
}

#[test]
fn bones_without_curves_and_components_without_one_are_left_alone() {
    let constant = |component, value| curve(component, &[key(0.0, value, 0.0, 0.0)]);
    let clip = clip(vec![
        track("Root/L Arm", vec![constant(Component::PositionY, 5.0), constant(Component::RotationX, 1.0)]),
        track("Root/Empty", Vec::new()),
        track("Other/L Arm", vec![constant(Component::ScaleZ, 3.0)]),
    ]);
    assert_eq!(clip.paths().collect::<Vec<_>>(), ["Root/L Arm", "Root/Empty", "Other/L Arm"]);
    let mut player = clip.bind(&["Tail", "L Arm", "Empty", "Other/L Arm"]);
    assert_eq!(player.bones().collect::<Vec<_>>(), [1, 3]);
    let before = Transform { translation: [1.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [2.0; 3] };
    let mut pose = [before; 4];
    player.play(0.5, &mut pose);
    assert_eq!((pose[0], pose[2]), (before, before));
    let half = std::f32::consts::FRAC_1_SQRT_2;
    assert_eq!(pose[1], Transform { translation: [1.0, 5.0, 1.0], rotation: [half, 0.0, 0.0, half], scale: [2.0; 3] });
    assert_eq!(pose[3], Transform { scale: [2.0, 2.0, 3.0], ..before });
    // If the pose is too short, only its existing bones are written.
    player.play(0.5, &mut pose[..2]);
}

fn sampled(length: f32) -> rigmill_format::SampledClip {
    let keys = [key(0.0, 0.0, 1.0, 1.0), key(length, length, 1.0, 1.0)];
    rigmill_format::SampledClip {
        id: 3,
        name: "Walk".to_owned(),
        length,
        frame_rate: 30.0,
        tracks: vec![track("Root/Hip", vec![curve(Component::PositionZ, &keys)])],
    }
}

fn sampled_clip(length: f32) -> Arc<SampledClip> {
    Arc::new(SampledClip::from_owned(&sampled(length)).unwrap())
}

#[test]
fn a_frame_at_a_time_has_each_bone_of_the_clip() {
    let clip = sampled_clip(2.0);
    assert_eq!((clip.id(), clip.name(), clip.length(), clip.frame_rate()), (3, "Walk", 2.0, 30.0));
    let mut frame = [Transform::IDENTITY];
    for (time, z) in [(0.5, 0.5), (2.0, 2.0), (9.0, 2.0), (-1.0, 0.0), (1.25, 1.25)] {
        clip.frame_at(time, &mut frame);
        assert_eq!(frame[0].translation, [0.0, 0.0, z]);
    }
}

/// Updates a player, and returns its time and the position of the bone.
fn updated(player: &mut PosePlayer, dt: f32) -> (f32, f32) {
    let mut pose = [Transform::IDENTITY];
    player.update(dt, &mut pose).unwrap();
    (player.time(), pose[0].translation[2])
}

#[test]
fn a_pose_player_plays_pauses_stops_loops_and_clears() {
    let mut player = PosePlayer::new(&["Hip"]);
    assert_eq!(updated(&mut player, 1.0), (0.0, 0.0));
    player.set_clip(&sampled_clip(2.0));
    assert_eq!(updated(&mut player, 0.5), (0.0, 0.0));
    player.play();
    assert_eq!(updated(&mut player, 0.5), (0.5, 0.5));
    player.pause();
    assert_eq!(updated(&mut player, 0.5), (0.5, 0.5));
    player.set_time(1.75);
    player.play();
    assert_eq!((updated(&mut player, 0.5), player.is_playing()), ((2.0, 2.0), false));
    player.stop();
    assert_eq!(updated(&mut player, 0.5), (0.0, 0.0));
    player.set_looping(true);
    player.play();
    player.set_time(1.75);
    assert_eq!((updated(&mut player, 0.5), player.is_playing()), ((0.25, 0.25), true));
    player.set_time(f32::NAN);
    assert_eq!(player.time(), 0.0);
    player.clear();
    assert_eq!((updated(&mut player, 0.5), player.clip().is_none(), player.is_playing()), ((0.0, 0.0), true, false));
}

#[test]
fn a_clip_is_loaded_on_another_thread() {
    let folder = std::env::temp_dir().join(format!("rigmill-curves-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("Walk.rmb"), sampled(2.0).encode().unwrap()).unwrap();
    let content = Arc::new(Content::open(&folder).unwrap());
    let mut player = PosePlayer::new(&["Hip"]);
    player.load(&content, "Walk").unwrap();
    player.play();
    while player.is_loading() {
        player.update(0.0, &mut [Transform::IDENTITY]).unwrap();
        std::thread::yield_now();
    }
    assert!(Arc::ptr_eq(player.clip().unwrap(), &content.load("Walk").unwrap()));
    assert_eq!(updated(&mut player, 0.5), (0.5, 0.5));
    player.load(&content, "Missing").unwrap();
    let mut failure = None;
    while player.is_loading() {
        failure = player.update(0.0, &mut [Transform::IDENTITY]).err();
        std::thread::yield_now();
    }
    assert!(failure.unwrap().to_string().contains("Missing"));
    assert_eq!(updated(&mut player, 0.5), (1.0, 1.0));
    std::fs::remove_dir_all(folder).unwrap();
}
