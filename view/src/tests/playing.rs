//! Tests what figures play: layered clips, crowds, actions and pose layers.

#![expect(clippy::disallowed_methods, reason = "expectations by the system's own sine, within a tolerance")]

use std::sync::Arc;

use rigmill_format::{
    Action, ActionLayer, ActionSet, AnimationSequence, Breath, BreathPhase, BreathRotation, Content, Easing,
    KeyFrameSequence, LayerBlend, PlayMode,
};
use rigmill_runtime::content::{BreathSettings, Skeleton};
use rigmill_runtime::layers::{Pose, PoseLayer};
use rigmill_runtime::{AnimatedModel, Player, Rules};
use serde_json::{Value, json};
use tungstenite::Message;

use super::{Shown, Tab, ask, heard, skeleton};

/// Returns what the tab receives: for each figure, the placement and a matrix for each bone.
fn figures(tab: &mut Tab, figures: &Value) -> Vec<Vec<[f32; 16]>> {
    ask(tab, &json!({ "ask": "pose", "skeleton": "Arm.skeleton", "figures": figures, "ticket": 1 }));
    let Message::Binary(bytes) = tab.read().unwrap() else { panic!("no pose") };
    let numbers: Vec<f32> = bytes[16..].as_chunks().0.iter().map(|it| f32::from_le_bytes(*it)).collect();
    let matrices = numbers.as_chunks().0;
    matrices.chunks(3).map(<[_]>::to_vec).collect()
}

/// Returns the error message for a request that is rejected.
fn refused(tab: &mut Tab, figures: &Value) -> String {
    ask(tab, &json!({ "ask": "pose", "skeleton": "Arm.skeleton", "figures": figures, "ticket": 1 }));
    let told = heard(tab);
    assert_eq!(told["tell"], "no-pose");
    told["why"].as_str().unwrap().to_owned()
}

/// Returns the position of `Arm`.
fn arm(figure: &[[f32; 16]]) -> [f32; 3] {
    [12, 13, 14].map(|it| figure[2][it])
}

/// Creates a clip that holds `Arm` at a rotation about z, in radians.
fn held(angle: f64) -> AnimationSequence {
    #[expect(clippy::cast_possible_truncation, reason = "keys are single precision")]
    let rotation = [0.0, 0.0, (angle / 2.0).sin() as f32, (angle / 2.0).cos() as f32];
    let arm = KeyFrameSequence {
        bone_name: "Arm".to_owned(),
        key_count: 1,
        duration: 1.0,
        key_interval: 1.0,
        has_rotation: true,
        rotation: vec![rotation],
        ..KeyFrameSequence::default()
    };
    AnimationSequence { duration: 1.0, close_loop: false, sequences: vec![arm] }
}

fn connected() -> (Shown, Tab) {
    let shown = Shown::new();
    shown.write("Moves/Low", &held(0.2).encode().unwrap());
    shown.write("Moves/High", &held(1.4).encode().unwrap());
    let mut tab = shown.tab();
    heard(&mut tab);
    (shown, tab)
}

fn play(clip: &str, time: f32, weight: f32) -> Value {
    json!({ "clip": clip, "time": time, "mode": "repeat", "weight": weight })
}

#[test]
fn a_clip_that_covers_only_the_bones_it_moves_leaves_the_others_to_the_clip_below() {
    let (shown, mut tab) = connected();
    let mut root = held(0.7);
    root.sequences[0].bone_name = "Root".to_owned();
    shown.write("Moves/Root", &root.encode().unwrap());
    let above = |only_moved: bool| {
        let above = json!({ "clip": "Moves/Root", "time": 0, "mode": "repeat", "only_moved": only_moved });
        json!([{ "plays": [play("Moves/Low", 0.0, 1.0), above] }])
    };
    let mut angles = |only_moved: bool| {
        let [_, root, arm] = figures(&mut tab, &above(only_moved))[0][..] else { panic!() };
        [root, arm].map(|bone| f64::from(bone[1].atan2(bone[0])))
    };
    // Angles about the same axis add up.
    for (only_moved, expected) in [(true, [0.7, 0.9]), (false, [0.7, 0.7])] {
        for (found, expected) in angles(only_moved).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-5, "{only_moved}: {found} {expected}");
        }
    }
    let both = json!([{ "plays": [{ "clip": "Moves/Root", "time": 0, "only_moved": true, "bones": ["Root"] }] }]);
    assert!(refused(&mut tab, &both).contains("either the bones that it moves, or given bones"));
}

#[test]
fn two_clips_blend_along_the_arc_between_them() {
    let (_shown, mut tab) = connected();
    for weight in [0.0_f32, 0.5, 1.0] {
        let asked = json!([{ "plays": [play("Moves/Low", 0.0, 1.0), play("Moves/High", 0.0, weight)] }]);
        let found = figures(&mut tab, &asked)[0][2];
        // For rotations about the same axis, spherical interpolation interpolates the angles.
        let angle = 0.2 + (1.4 - 0.2) * f64::from(weight);
        let expected = [angle.cos(), angle.sin(), -angle.sin(), angle.cos()];
        for (found, expected) in [found[0], found[1], found[4], found[5]].into_iter().zip(expected) {
            assert!((f64::from(found) - expected).abs() < 1e-6, "{weight}: {found} {expected}");
        }
    }
    // For other weights, the normalized mean of the components differs from the arc: for 1.2 rad, by less than 0.01 rad.
    let asked = json!([{ "plays": [play("Moves/Low", 0.0, 1.0), play("Moves/High", 0.0, 0.25)] }]);
    let found = figures(&mut tab, &asked)[0][2];
    assert!((f64::from(found[1]).atan2(f64::from(found[0])) - 0.5).abs() < 0.01);
}

#[test]
fn a_clip_covers_the_bones_that_are_named_and_those_below() {
    let (_shown, mut tab) = connected();
    let reach = |bone: &str| json!([{ "plays": [play("Moves/Low", 0.0, 1.0), { "clip": "Moves/Reach", "time": 1.0, "bones": [bone] }] }]);
    assert_eq!(arm(&figures(&mut tab, &reach("Root"))[0]), [2.0, 1.0, 0.0]);
    assert_eq!(arm(&figures(&mut tab, &reach("Arm"))[0]), [2.0, 1.0, 0.0]);
    assert!(refused(&mut tab, &reach("Leg")).contains("Leg"));
}

/// Writes a model with morph targets, and the weights of a clip. Their values are in format/tests/samples.rs.
fn write_face(shown: &Shown, clip: &str) {
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../format/tests/fixtures");
    for (name, file) in [("Arm.model", "v3/model"), (&format!("{clip}.weights"), "v1/clip_weights")] {
        shown.write(name, &std::fs::read(format!("{fixtures}/{file}.rmb")).unwrap());
    }
}

#[test]
fn a_clip_without_bones_plays_on_the_model_whose_targets_it_moves() {
    let shown = Shown::new();
    let empty = AnimationSequence { duration: 0.75, close_loop: false, sequences: Vec::new() };
    for name in ["Talk", "Silent"] {
        shown.write(name, &empty.encode().unwrap());
    }
    write_face(&shown, "Talk");
    let mut tab = shown.tab();
    heard(&mut tab);
    for (of, expected) in [("Arm.model", &["Moves/Reach", "Talk"][..]), ("Arm.skeleton", &["Moves/Reach"])] {
        ask(&mut tab, &json!({ "ask": "clips", "shown": of }));
        let clips = heard(&mut tab)["clips"].clone();
        let names: Vec<&str> = clips.as_array().unwrap().iter().map(|clip| clip["name"].as_str().unwrap()).collect();
        assert_eq!(names, expected, "{of}");
    }
}

#[test]
fn clips_set_the_weights_of_morph_targets() {
    let (shown, mut tab) = connected();
    write_face(&shown, "Moves/Reach");
    let mut weights = |plays: Value| {
        ask(
            &mut tab,
            &json!({
                "ask": "pose", "skeleton": "Arm.skeleton", "model": "Arm.model", "figures": [{ "plays": plays }], "ticket": 1,
            }),
        );
        let Message::Binary(bytes) = tab.read().unwrap() else { panic!("no pose") };
        let weights = &bytes[16 + 64 * 3..];
        weights.as_chunks().0.iter().map(|it| f32::from_le_bytes(*it)).collect::<Vec<f32>>()
    };
    // The model's own weights.
    assert_eq!(weights(json!([play("Moves/Low", 0.0, 1.0)])), [0.25, 0.0]);
    for (time, flex) in [(0.0, 0.0), (0.125, 0.75), (0.4375, 0.625), (0.625, -0.25), (1.0, -0.25)] {
        assert_eq!(weights(json!([play("Moves/Reach", time, 1.0)])), [flex, 0.5], "{time}");
    }
    // Halfway from the model's own weights.
    assert_eq!(weights(json!([play("Moves/Low", 0.0, 1.0), play("Moves/Reach", 0.125, 0.5)])), [0.5, 0.25]);
}

#[test]
fn an_added_clip_adds_its_difference_by_weight() {
    let (_shown, mut tab) = connected();
    let added = |weight: f32| {
        let reach = json!({ "clip": "Moves/Reach", "time": 1.0, "weight": weight, "added_to": "first-frame" });
        json!([{ "plays": [play("Moves/Reach", 0.5, 1.0), reach] }])
    };
    // At 0.5 s it is at 1.5 m, and 1 s after its first frame it is 1 m farther.
    for (weight, x) in [(1.0, 2.5), (0.5, 2.0), (0.0, 1.5)] {
        assert_eq!(arm(&figures(&mut tab, &added(weight))[0]), [x, 1.0, 0.0], "{weight}");
    }
}

#[test]
fn ping_pong_goes_forth_and_back() {
    let (_shown, mut tab) = connected();
    // From 1 m to 3 m in two seconds, and back.
    for (time, ahead, x) in
        [(0.5, 0.0, 1.5), (2.0, 0.0, 3.0), (2.5, 0.0, 2.5), (4.0, 0.0, 1.0), (4.5, 0.0, 1.5), (1.5, 1.0, 2.5)]
    {
        let play = json!({ "clip": "Moves/Reach", "time": time, "mode": "ping-pong" });
        let found = figures(&mut tab, &json!([{ "plays": [play], "offsets": [ahead] }]));
        assert_eq!(arm(&found[0]), [x, 1.0, 0.0], "{time} + {ahead}");
    }
}

#[test]
fn a_crowd_plays_one_clip_at_many_phases_in_one_answer() {
    let (_shown, mut tab) = connected();
    let offsets: Vec<f32> = (0..100_u16).map(|number| f32::from(number) * 0.0625 + 0.03125).collect();
    let asked = json!([{ "plays": [play("Moves/Reach", 0.5, 1.0)], "offsets": offsets }]);
    let crowd = figures(&mut tab, &asked);
    assert_eq!(crowd.len(), 100);
    for (figure, offset) in crowd.iter().zip(offsets) {
        // From 1 m to 3 m in two seconds, repeatedly.
        assert_eq!(arm(figure), [1.0 + (0.5 + offset) % 2.0, 1.0, 0.0]);
    }
}

#[test]
fn questions_beyond_the_limits_are_refused_and_the_next_is_answered() {
    let (_shown, mut tab) = connected();
    let one = || json!({ "plays": [play("Moves/Reach", 0.5, 1.0)] });
    let many = |count: usize| Value::from((0..count).map(|_| one()).collect::<Vec<_>>());
    assert!(refused(&mut tab, &many(9)).contains("figures"));
    let crowd = json!([{ "plays": [], "offsets": vec![0.0; 513] }]);
    assert!(refused(&mut tab, &crowd).contains("crowd"));
    let plays: Vec<_> = (0..9).map(|_| play("Moves/Reach", 0.5, 1.0)).collect();
    assert!(refused(&mut tab, &json!([{ "plays": plays }])).contains("clips"));
    assert!(refused(&mut tab, &json!([{ "plays": [play("Moves/Reach", 0.5, 1.5)] }])).contains("weights"));
    assert!(refused(&mut tab, &json!([{ "plays": [play("Missing", 0.5, 1.0)] }])).contains("Missing"));
    let script = |time: f32| json!([{ "actions": { "actions": "Arm.actions", "script": [], "time": time } }]);
    assert!(refused(&mut tab, &script(1e6)).contains("Arm.actions"));
    assert_eq!(figures(&mut tab, &many(8)).len(), 8);
}

/// Creates actions for the skeleton: `Low` and `High`, which fade into one another, and `Reach`, which is additive.
fn actions() -> ActionSet {
    let action = |name: &str, blend_time| Action {
        name: name.to_owned(),
        clip: format!("Moves/{name}"),
        mode: PlayMode::Repeat,
        blend_time,
        start_time: 0.0,
        time_scale: 1.0,
    };
    let layer = |name: &str, blend, actions| ActionLayer { name: name.to_owned(), bones: Vec::new(), blend, actions };
    let body = layer("body", LayerBlend::Override, vec![action("Low", 0.3), action("High", 0.3)]);
    let hit = layer("hit", LayerBlend::AdditiveToFirstFrame, vec![action("Reach", 0.1)]);
    ActionSet { skeleton: "Arm.skeleton".to_owned(), layers: vec![body, hit] }
}

#[test]
fn actions_play_as_a_games_player_plays_them_at_any_time() {
    let (shown, mut tab) = connected();
    shown.write("Arm.actions", &actions().encode().unwrap());
    let script = json!([
        { "at": 0.0, "layer": "body", "play": "Low" },
        { "at": 0.5, "layer": "body", "play": "High" },
        { "at": 0.6, "layer": "hit", "play": "Reach" },
        { "at": 0.7, "layer": "hit", "weight": 0.5 },
        { "at": 0.9, "layer": "hit", "stop": 0.2 },
    ]);
    let content = rigmill_runtime::Content::open(shown.folder.path().join("content")).unwrap();
    for (name, rules) in [("standard", Rules::Standard), ("robotgame", Rules::RobotGame)] {
        let mut player = Player::load(&content, "Arm.actions", rules).unwrap();
        let mut poses = Vec::new();
        for frame in 0..90_u8 {
            match frame {
                0 => player.play("body", "Low").unwrap(),
                30 => player.play("body", "High").unwrap(),
                36 => player.play("hit", "Reach").unwrap(),
                42 => player.set_weight("hit", 0.5).unwrap(),
                54 => player.stop("hit", 0.2).unwrap(),
                _ => {}
            }
            player.update(1.0 / 60.0).unwrap();
            poses.push(player.model().absolute().to_vec());
        }
        // Forwards, backwards and from the start.
        for frame in [0_u8, 29, 30, 31, 89, 40, 38, 60, 0] {
            let actions =
                json!({ "actions": "Arm.actions", "rules": name, "script": script, "time": f32::from(frame) / 60.0 });
            let found = &figures(&mut tab, &json!([{ "actions": actions }]))[0];
            assert_eq!(found[1..], poses[usize::from(frame)], "{name} {frame}");
        }
    }
}

#[test]
fn a_script_that_changes_is_played_anew() {
    let (shown, mut tab) = connected();
    shown.write("Arm.actions", &actions().encode().unwrap());
    let mut at = |script: Value| {
        let actions = json!({ "actions": "Arm.actions", "script": script, "time": 1.0 });
        figures(&mut tab, &json!([{ "actions": actions }])).remove(0)
    };
    let low = at(json!([{ "at": 0.0, "layer": "body", "play": "Low" }]));
    let high = at(json!([{ "at": 0.0, "layer": "body", "play": "High" }]));
    let late =
        at(json!([{ "at": 0.0, "layer": "body", "play": "High" }, { "at": 0.2, "layer": "body", "play": "Low" }]));
    assert_ne!(low, high);
    assert_eq!(low, late);
}

#[test]
fn an_action_that_does_not_exist_is_refused_each_time() {
    let (shown, mut tab) = connected();
    shown.write("Arm.actions", &actions().encode().unwrap());
    let script = json!([{ "at": 0.0, "layer": "body", "play": "Jump" }]);
    let asked = json!([{ "actions": { "actions": "Arm.actions", "script": script, "time": 1.0 } }]);
    for _ in 0..2 {
        assert!(refused(&mut tab, &asked).contains("Jump"));
    }
}

fn breath() -> Breath {
    let phase = BreathPhase { duration: 1.0, easing: Easing::InOutSine };
    Breath {
        phases: [phase, phase],
        rest: 0.5,
        duration_rate: 1.0,
        effect_rate: 1.0,
        right: [1.0, 0.0, 0.0],
        rotations: vec![BreathRotation { bone: "Arm".to_owned(), angles: [30.0, -10.0] }],
        keeps: Vec::new(),
    }
}

/// Returns the local matrices of the bind pose with a breath over it, after each of these steps.
fn breathed(settings: &Breath, steps: &[f32]) -> Vec<[f32; 16]> {
    let skeleton = Arc::new(Skeleton::from_owned(&skeleton()).unwrap());
    let settings = BreathSettings::from_owned(settings).unwrap();
    let mut breath = rigmill_runtime::layers::Breath::new(&settings.view(), &skeleton.view()).unwrap();
    let bind = AnimatedModel::new(skeleton.clone(), Rules::Standard).local().to_vec();
    let of = |step: &f32| {
        let mut local = bind.clone();
        breath.apply(&mut Pose { skeleton: skeleton.view(), local: &mut local }, *step);
        local[1]
    };
    steps.iter().map(of).collect()
}

#[test]
fn pose_layers_go_on_from_pose_to_pose_and_begin_anew_without_a_step() {
    let (shown, mut tab) = connected();
    shown.write("Arm.breath", &breath().encode().unwrap());
    let mut ask_with = |step: Option<f32>, effect: f32| {
        let layers = json!([{ "kind": "breath", "asset": "Arm.breath", "effect_rate": effect }]);
        let mut figure = json!({ "layers": layers });
        if let Some(step) = step {
            figure["step"] = step.into();
        }
        figures(&mut tab, &json!([figure]))[0][2]
    };
    // The root is not rotated, so the rows of the arm's rotation are the same as in its local matrix.
    let rows = |matrix: [f32; 16]| matrix[..12].to_vec();
    let steps = [0.0, 0.25, 0.5, 0.125];
    let expected = breathed(&breath(), &steps);
    for (number, step) in steps.iter().enumerate() {
        let found = ask_with((number > 0).then_some(*step), 1.0);
        assert_eq!(rows(found), rows(expected[number]), "{number}");
    }
    // Starts again; then with different settings, which also start again.
    assert_eq!(rows(ask_with(None, 1.0)), rows(expected[0]));
    let stronger = breathed(&Breath { effect_rate: 2.0, ..breath() }, &[0.25, 0.25]);
    assert_eq!(rows(ask_with(Some(0.25), 2.0)), rows(stronger[0]));
    assert_eq!(rows(ask_with(Some(0.25), 2.0)), rows(stronger[1]));
    let beyond = json!([{ "layers": [{ "kind": "breath", "asset": "Arm.breath", "effect_rate": 1e9 }] }]);
    assert!(refused(&mut tab, &beyond).contains("effect"));
}
