//! [`SpringBones`](crate::layers::SpringBones).

use rigmill_format::{SpringBones as SpringContent, SpringBound, SpringChain, SpringCollider};

use super::rigs::*;
use crate::content::SpringSettings;
use crate::layers::{LayerError, SpringBones};
use crate::{AnimatedModel, matrix};

const FRAME: f32 = 1.0 / 60.0;
const CHAIN: [&str; 3] = ["Antenna", "Antenna1", "Antenna2"];

/// A person with springs, which a layer moves.
fn springy(content: &SpringContent) -> AnimatedModel {
    let skeleton = person();
    let mut model = standing(&skeleton);
    model.add_layer(MoveRoot([0.0; 3]));
    model.add_layer(springs_of(content, &skeleton));
    model.update(FRAME).unwrap();
    model
}

fn move_root(model: &mut AnimatedModel, to: [f32; 3]) {
    model.layer_mut::<MoveRoot>().unwrap().0 = to;
}

fn without_gravity() -> SpringContent {
    changed(|chain| chain.settings.gravity = [0.0; 3])
}

fn changed(change: impl FnOnce(&mut SpringChain)) -> SpringContent {
    let mut content = spring_settings();
    change(&mut content.chains[0]);
    content
}

#[test]
fn at_rest_the_pose_is_shown_as_it_is() {
    let skeleton = person();
    let bind = standing(&skeleton).local().to_vec();
    // Also with gravity, which the bind pose already includes.
    for content in [without_gravity(), spring_settings()] {
        let mut model = springy(&content);
        for _ in 0..600 {
            model.update(FRAME).unwrap();
        }
        for (found, expected) in model.local().iter().zip(&bind) {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{found:?}, {expected:?}");
        }
    }
}

#[test]
fn a_chain_lags_behind_swings_and_comes_back() {
    let mut model = springy(&without_gravity());
    let rest = origin(at(&model, "Antenna2"));
    move_root(&mut model, [0.0, 0.0, 0.3]);
    let moved = [rest[0], rest[1], rest[2] + 0.3];
    model.update(FRAME).unwrap();
    let first = distance(origin(at(&model, "Antenna2")), moved);
    let mut largest = first;
    for _ in 0..5 {
        model.update(FRAME).unwrap();
        largest = largest.max(distance(origin(at(&model, "Antenna2")), moved));
    }
    assert!(largest > 0.05, "it stays behind: {largest}");
    (0..900).for_each(|_| model.update(FRAME).unwrap());
    let last = distance(origin(at(&model, "Antenna2")), moved);
    assert!(last < 1e-3, "it comes back: {last}");
}

#[test]
fn bones_keep_their_lengths_and_what_carries_them_its_place() {
    let mut model = springy(&spring_settings());
    for frame in 0..300_u16 {
        let t = f32::from(frame) * 0.21;
        move_root(&mut model, [0.2 * libm::sinf(t), 0.1 * libm::cosf(3.0 * t), 0.0]);
        model.update(FRAME).unwrap();
        let [a, b, c] = CHAIN.map(|bone| origin(at(&model, bone)));
        assert!((distance(a, b) - 0.1).abs() < 1e-5 && (distance(b, c) - 0.1).abs() < 1e-5, "frame {frame}");
        let head = at(&model, "Head");
        let expected: [f32; 3] = std::array::from_fn(|i| head[12 + i] + 0.2 * head[i]);
        assert!(distance(a, expected) < 1e-5, "frame {frame}");
    }
}

#[test]
fn parameters_do_what_they_are_called() {
    // The distance of the tip from the pose, a few frames after a jump.
    let behind = |content: &SpringContent| {
        let mut model = springy(content);
        let rest = origin(at(&model, "Antenna2"));
        move_root(&mut model, [0.0, 0.0, 0.08]);
        (0..3).for_each(|_| model.update(FRAME).unwrap());
        distance(origin(at(&model, "Antenna2")), [rest[0], rest[1], rest[2] + 0.08])
    };
    let usual = behind(&without_gravity());
    let with = |change: fn(&mut SpringChain)| {
        let mut content = without_gravity();
        change(&mut content.chains[0]);
        behind(&content)
    };
    assert!(with(|chain| chain.settings.elasticity = 0.4) < 0.8 * usual);
    assert!(with(|chain| chain.settings.stiffness = 0.95) < 0.8 * usual);
    assert!(with(|chain| chain.settings.stiffness = 1.0) < 1e-4);
    assert!(with(|chain| chain.settings.inertia = 1.0) < 1e-4);
    assert!(with(|chain| chain.settings.inertia = 0.5) < 0.8 * usual);
}

#[test]
fn a_force_bends_a_chain_its_way() {
    let mut model = springy(&changed(|chain| {
        chain.settings.gravity = [0.0; 3];
        chain.settings.force = [0.0, 20.0, 0.0];
    }));
    let rest = origin(at(&model, "Antenna2"));
    (0..600).for_each(|_| model.update(FRAME).unwrap());
    let bent = origin(at(&model, "Antenna2"));
    assert!(bent[1] - rest[1] > 0.02, "{rest:?}, {bent:?}");
}

#[test]
fn damping_ends_a_swing() {
    // The distance that the tip moves after it has been pushed.
    let way = |damping| {
        let mut model = springy(&changed(|chain| {
            chain.settings.gravity = [0.0; 3];
            chain.settings.damping = damping;
            chain.settings.elasticity = 0.02;
        }));
        move_root(&mut model, [0.0, 0.0, 0.1]);
        let mut last = origin(at(&model, "Antenna2"));
        let mut sum = 0.0;
        for _ in 0..240 {
            model.update(FRAME).unwrap();
            let now = origin(at(&model, "Antenna2"));
            sum += distance(now, last);
            last = now;
        }
        sum
    };
    assert!(way(0.5) < 0.7 * way(0.02));
}

#[test]
fn frame_rates_agree_as_far_as_they_can() {
    let tip_after = |rate: u16| {
        let mut model = springy(&spring_settings());
        let frames = 2 * rate;
        for frame in 1..=frames {
            // A sway that is slow enough for all rates.
            let t = f32::from(frame) / f32::from(rate);
            move_root(&mut model, [0.0, 0.0, 0.1 * libm::sinf(2.0 * t)]);
            model.update(1.0 / f32::from(rate)).unwrap();
        }
        origin(at(&model, "Antenna2"))
    };
    let expected = tip_after(60);
    for rate in [30, 90, 144, 240] {
        let off = distance(tip_after(rate), expected);
        assert!(off < 1e-3, "{rate} Hz: {off}");
    }
    assert!(distance(tip_after(10), expected) < 0.01);
}

fn collider(bone: &str, center: [f32; 3], radius: f32, height: f32, bound: SpringBound) -> SpringCollider {
    SpringCollider { bone: bone.to_owned(), center, radius, height, axis: 1, bound }
}

#[test]
fn colliders_keep_bones_out_and_in() {
    let pushed = |collider: SpringCollider| {
        let mut content = changed(|chain| {
            chain.settings.gravity = [0.0; 3];
            chain.settings.radius = 0.01;
            chain.settings.stiffness = 0.0;
        });
        content.colliders = vec![collider];
        let mut model = springy(&content);
        (0..300).for_each(|_| model.update(FRAME).unwrap());
        CHAIN.map(|bone| origin(at(&model, bone)))
    };
    // Around the antenna's joints, slightly to the side.
    let bones = person();
    let model = standing(&bones);
    let [base, _, tip] = CHAIN.map(|bone| origin(at(&model, bone)));
    let beside = [tip[0], tip[1], tip[2] + 0.02];
    let [.., pushed_tip] = pushed(collider("Root", beside, 0.05, 0.0, SpringBound::Outside));
    assert!(distance(pushed_tip, beside) > 0.057, "sphere: {}", distance(pushed_tip, beside));
    let [.., held_tip] = pushed(collider("Root", base, 0.15, 0.0, SpringBound::Inside));
    assert!(distance(held_tip, base) < 0.16 && distance(tip, base) > 0.19, "inside: {}", distance(held_tip, base));
    // A capsule along y through a point next to the tip. Only the distance from its axis matters.
    let below = [beside[0], beside[1] - 0.2, beside[2]];
    let [.., pushed_tip] = pushed(collider("Root", below, 0.05, 1.0, SpringBound::Outside));
    let across = distance([pushed_tip[0], below[1], pushed_tip[2]], below);
    assert!(across > 0.055, "capsule: {across}");
}

#[test]
fn a_model_that_moves_on_leaves_its_chains_behind() {
    let mut model = springy(&without_gravity());
    let rest = origin(at(&model, "Antenna2"));
    // The model moves one unit to the right, so everything that stayed is one unit to the left in the new model space.
    let mut old_to_new = matrix::IDENTITY;
    old_to_new[12] = -0.1;
    model.layer_mut::<SpringBones>().unwrap().set_root_motion(&old_to_new);
    (0..2).for_each(|_| model.update(FRAME).unwrap());
    let now = origin(at(&model, "Antenna2"));
    assert!(rest[0] - now[0] > 0.02, "{rest:?}, {now:?}");
    model.layer_mut::<SpringBones>().unwrap().reset();
    model.update(FRAME).unwrap();
    assert!(distance(origin(at(&model, "Antenna2")), rest) < 1e-6);
}

#[test]
fn below_a_fork_bones_are_moved() {
    let mut bones = person().view().to_owned().bones;
    bones.push(bone("Antenna1b", Some(7), [0.1, 0.05, 0.0], [0.0, 0.0, 0.0, 1.0]));
    let skeleton = skeleton(bones);
    let mut model = standing(&skeleton);
    model.add_layer(MoveRoot([0.0; 3]));
    model.add_layer(springs_of(&without_gravity(), &skeleton));
    model.update(FRAME).unwrap();
    let before = at(&model, "Antenna");
    let lengths = ["Antenna1", "Antenna1b"].map(|bone| distance(origin(at(&model, bone)), origin(before)));
    move_root(&mut model, [0.0, 0.0, 0.1]);
    (0..5).for_each(|_| model.update(FRAME).unwrap());
    let fork = at(&model, "Antenna");
    assert_eq!(fork[..12], before[..12], "the fork does not turn");
    for (bone, length) in ["Antenna1", "Antenna1b"].into_iter().zip(lengths) {
        assert!((distance(origin(at(&model, bone)), origin(fork)) - length).abs() < 0.02);
    }
}

#[test]
fn bones_are_excluded_with_what_is_below_them() {
    let mut model = springy(&changed(|chain| {
        chain.settings.gravity = [0.0; 3];
        chain.exclude = vec!["Antenna1".to_owned()];
        chain.settings.end_length = 0.0;
    }));
    let bind = standing(&person()).local().to_vec();
    move_root(&mut model, [0.0, 0.0, 0.5]);
    (0..3).for_each(|_| model.update(FRAME).unwrap());
    assert_eq!(model.local()[7..], bind[7..], "one bone without an end has nothing to swing");
}

#[test]
fn what_cannot_be_bound_is_reported() {
    let error = |content: &SpringContent| {
        let settings = SpringSettings::from_owned(content).unwrap();
        SpringBones::new(&settings.view(), &person().view()).unwrap_err()
    };
    let mut content = spring_settings();
    content.chains.push(SpringChain { root: "Antenna1".to_owned(), ..content.chains[0].clone() });
    assert_eq!(error(&content), LayerError::SharedBone { bone: "Antenna1".to_owned() });
    let mut content = spring_settings();
    content.colliders = vec![collider("Tail", [0.0; 3], 1.0, 0.0, SpringBound::Outside)];
    assert_eq!(error(&content), LayerError::UnknownBone { bone: "Tail".to_owned(), near: String::new() });
}
