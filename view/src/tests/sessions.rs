//! Tests clips and poses over a WebSocket.

use rigmill_format::Content;
use serde_json::{Value, json};
use tungstenite::Message;

use super::{Shown, Tab, ask, heard, skeleton};
use crate::Edition;

/// Requests a pose of the clip. Returns the ticket, the time, and the translation of each matrix: the placement, then the
/// bones.
fn pose(tab: &mut Tab, time: f32) -> (u32, f32, Vec<[f32; 3]>) {
    let figures = json!([{ "plays": [{ "clip": "Moves/Reach", "time": time }] }]);
    let (ticket, time, mut poses) = poses(tab, &figures);
    (ticket, time, poses.remove(0))
}

/// Requests poses of some figures. Returns the ticket, the time, and the translations of each figure's matrices.
fn poses(tab: &mut Tab, figures: &Value) -> (u32, f32, Vec<Vec<[f32; 3]>>) {
    ask(tab, &json!({ "ask": "pose", "skeleton": "Arm.skeleton", "figures": figures, "ticket": 42 }));
    let Message::Binary(bytes) = tab.read().unwrap() else { panic!("no pose") };
    let word = |index: usize| <[u8; 4]>::try_from(&bytes[4 * index..4 * index + 4]).unwrap();
    let [ticket, bones, further] = [0, 1, 3].map(|index| u32::from_le_bytes(word(index)));
    let (matrices, figures) = (bones as usize + 1, further as usize + 1);
    assert_eq!(bytes.len(), 16 + 64 * matrices * figures);
    let number = |index: usize| f32::from_le_bytes(word(index));
    let translation = |matrix: usize| [12, 13, 14].map(|it| number(4 + 16 * matrix + it));
    let figure = |figure: usize| (0..matrices).map(|matrix| translation(figure * matrices + matrix)).collect();
    (ticket, number(2), (0..figures).map(figure).collect())
}

#[test]
fn the_clips_that_fit_are_named_and_their_events_when_they_are_chosen() {
    let shown = Shown::new();
    let mut tab = shown.tab();
    heard(&mut tab);
    ask(&mut tab, &json!({ "ask": "clips", "shown": "Arm.skeleton" }));
    let told = heard(&mut tab);
    assert_eq!(told["skeleton"], "Arm.skeleton");
    assert_eq!(told["bones"], json!([{ "name": "Root", "parent": null }, { "name": "Arm", "parent": 0 }]));
    let expected =
        json!([{ "name": "Moves/Reach", "duration": 2.0, "rate": null, "moves": 1, "tracks": 1, "stirs": true }]);
    assert_eq!(told["clips"], expected);
    assert_eq!(told["moved"], json!([1]));
    ask(&mut tab, &json!({ "ask": "clip", "skeleton": "Arm.skeleton", "clip": "Moves/Reach" }));
    let expected = json!({ "events": [{ "time": 1.5, "name": "grip" }], "path": [], "moved": [1] });
    assert_eq!(heard(&mut tab)["details"], expected);
}

#[test]
fn a_skeleton_without_the_clips_bone_has_no_clip() {
    let shown = Shown::new();
    let mut other = skeleton();
    other.bones[1].name = "Leg".to_owned();
    shown.write("Leg.skeleton", &other.encode().unwrap());
    let mut tab = shown.tab();
    heard(&mut tab);
    ask(&mut tab, &json!({ "ask": "clips", "shown": "Leg.skeleton" }));
    assert_eq!(heard(&mut tab)["clips"], json!([]));
}

#[test]
fn a_pose_is_where_the_keys_say() {
    let shown = Shown::new();
    let mut tab = shown.tab();
    heard(&mut tab);
    let (root, place) = ([0.0, 1.0, 0.0], [0.0; 3]);
    // At 0.5 s, a quarter of the way from 1 m to 3 m. Before and after the clip, its ends are held.
    for (time, arm) in [(0.0, 1.0), (0.5, 1.5), (2.0, 3.0), (-1.0, 1.0), (9.0, 3.0)] {
        assert_eq!(pose(&mut tab, time), (42, time, vec![place, root, [arm, 1.0, 0.0]]));
    }
}

#[test]
fn a_build_reaches_the_pose_that_is_played() {
    let shown = Shown::new();
    let mut tab = shown.tab();
    heard(&mut tab);
    assert_eq!(pose(&mut tab, 0.0).2[1], [0.0, 1.0, 0.0]);
    let mut moved = skeleton();
    moved.bones[0].bind.translation[1] = 4.0;
    shown.write("Arm.skeleton", &moved.encode().unwrap());
    shown.server.show(Edition { relist: true, ..Edition::default() });
    heard(&mut tab);
    assert_eq!(pose(&mut tab, 0.0).2[1], [0.0, 4.0, 0.0]);
}

#[test]
fn ten_tabs_play_and_one_that_goes_is_not_missed() {
    let shown = Shown::new();
    let mut tabs: Vec<_> = (0..10).map(|_| shown.tab()).collect();
    tabs.iter_mut().for_each(|tab| drop(heard(tab)));
    drop(tabs.remove(3));
    for tab in &mut tabs {
        assert_eq!(pose(tab, 0.5).2[2], [1.5, 1.0, 0.0]);
    }
}
