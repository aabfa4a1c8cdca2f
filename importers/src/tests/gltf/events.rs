//! Tests of events in the extras of animations.

use rigmill_dom::Scene;
use serde_json::{Value, json};

use super::support::{scene, scene_with, warned, warned_with};
use super::writer::Writer;

/// Returns a node that moves from 1 s to 4 s. Its animation has these extras.
fn with(extras: Value) -> Writer {
    let mut file = Writer::new();
    let node = file.node(json!({ "name": "Hand" }));
    file.animation("Go", &[(node, "translation", "LINEAR", &[1.0, 4.0], &[0.0, 0.0, 0.0, 3.0, 0.0, 0.0])]);
    file.json["animations"][0]["extras"] = extras;
    file
}

/// Returns the time, name, value and text of a clip's events.
fn found(scene: &Scene, clip: usize) -> Vec<(f32, &str, f32, &str)> {
    scene.clips[clip].events.iter().map(|it| (it.time.value, &*it.name, it.value, &*it.text)).collect()
}

const STEPS: &str =
    r#"[{"time": 2.5, "name": "footstep", "value": 1.5, "text": "left"}, {"time": 1, "name": "start"}]"#;

#[test]
fn events_are_a_list_or_a_text_that_holds_one() {
    let list: Value = serde_json::from_str(STEPS).unwrap();
    for events in [list, STEPS.into()] {
        let scene = scene(&with(json!({ "events": events })));
        assert_eq!(found(&scene, 0), [(2.5, "footstep", 1.5, "left"), (1.0, "start", 0.0, "")]);
    }
    assert_eq!(found(&scene(&with(json!({}))), 0), []);
}

#[test]
fn what_else_an_animation_has_in_its_extras_is_reported() {
    let warnings = warned(&with(json!({ "mood": "brisk", "events": serde_json::from_str::<Value>(STEPS).unwrap() })));
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].starts_with("R0147: ") && warnings[0].contains("/animations/0"), "{warnings:?}");
}

#[test]
fn each_clip_of_an_animation_has_the_events_of_its_time() {
    let events = json!([2.0, 3.0, 4.0].map(|time| json!({ "time": time, "name": format!("at {time}") })));
    let clips = "clips = [{ name = \"A\", take = \"Go\", frames = [30, 90] }, { name = \"B\", take = \"Go\", frames = [90, 120] }]";
    let scene = scene_with(&with(json!({ "events": events })), clips);
    assert_eq!(found(&scene, 0), [(1.0, "at 2", 0.0, ""), (2.0, "at 3", 0.0, "")]);
    assert_eq!(found(&scene, 1), [(0.0, "at 3", 0.0, ""), (1.0, "at 4", 0.0, "")]);
}

#[test]
fn events_that_cannot_be_read_or_are_in_no_clip_are_reported() {
    let warning = |events: Value| {
        let [warning] = &warned(&with(json!({ "events": events })))[..] else { panic!("not one warning") };
        warning.strip_prefix("R0347: animation \"Go\" (0): ").unwrap().to_owned()
    };
    let left_out = "the `events` property is left out, because ";
    assert!(warning(json!([{ "time": 2 }])).contains("missing field `name`"));
    assert!(
        warning(json!([{ "time": 2, "name": "a", "vlaue": 1 }]))
            .contains("event 1 is not valid: unknown field `vlaue`, expected one of `time`, `name`, `value`, `text`")
    );
    assert!(warning(json!(true)).starts_with(left_out));
    assert!(warning(json!("0.31 footstep")).starts_with(left_out));
    assert_eq!(
        warning(json!([{ "time": 2, "name": "" }])),
        format!("{left_out}event 1 is not valid: \"\" at 2 s has an empty name")
    );
    assert!(warning(json!([{ "time": 2, "name": "a", "value": 1e39 }])).contains("does not fit in 32 bits"));
    let three = json!([{ "time": 2, "name": "a" }, { "name": "b" }, { "time": 3 }, 4]);
    assert_eq!(
        warning(three),
        format!("{left_out}event 2 is not valid: missing field `time` (2 more events are not valid)")
    );
    let capital = warned(&with(json!({ "Events": [] })));
    assert!(
        capital.iter().any(|it| it == "R0347: animation \"Go\" (0): the `Events` property is not read as events"),
        "{capital:?}"
    );
    let events = [0.5, 0.9995, 2.0, 4.0005, 4.5].map(|time| json!({ "time": time, "name": "a" }));
    let file = with(json!({ "events": events }));
    assert_eq!(
        warned_with(&file, "trim_start = true"),
        [
            "R0347: animation \"Go\" (0): event \"a\" at 0.5 s (and 1 more) is left out, because no clip of the take contains this time"
        ]
    );
}
