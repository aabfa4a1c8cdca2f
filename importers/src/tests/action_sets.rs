//! `.actions.toml`.

use rigmill_dom::PlayMode;

use super::support::{clean, import, rendered};
use crate::ActionSetToml;

const SOURCE: &str = "skeleton = \"/Models/Grund.skeleton\"\n[[layer]]\nname = \"lower\"\n[[layer.action]]\n\
    name = \"Idle\"\nclip = \"Low_Idle\"\nmode = \"repeat\"\nblend = 0.5\n[[layer.action]]\nname = \"Jump\"\n\
    clip = \"../Low_Jump\"\nmode = \"once\"\nstart = 0.25\nspeed = -1\n";

#[test]
fn actions_have_their_clip_and_manner() {
    let set = clean(import::<ActionSetToml>(SOURCE.as_bytes()));
    assert_eq!(set.skeleton.unwrap().value, "/Models/Grund.skeleton");
    assert_eq!((set.layers.len(), set.layers[0].name.value.as_str()), (1, "lower"));
    let [idle, jump] = &set.layers[0].actions[..] else { panic!("{:?}", set.layers) };
    assert_eq!((idle.name.value.as_str(), idle.clip.value.as_str()), ("Idle", "Low_Idle"));
    assert_eq!((idle.mode.value, idle.blend.value), (PlayMode::Repeat, 0.5));
    assert_eq!((idle.start.value, idle.speed.value), (0.0, 1.0));
    assert_eq!((jump.mode.value, jump.blend.value), (PlayMode::Once, 0.0));
    assert_eq!((jump.start.value, jump.speed.value), (0.25, -1.0));
    assert_eq!(jump.clip.position.to_string(), "11:8");
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let (value, diagnostics) = import::<ActionSetToml>(text.as_bytes());
    assert_eq!(rendered(&diagnostics), expected.trim_start());
    assert!(value.is_none());
}

#[test]
fn what_is_no_action_set() {
    check(
        "skeleton = x",
        r#"
error[R0060] 1:12: string values must be quoted, expected literal string
  | skeleton = x
  |            ^
  = help: fix the TOML syntax
"#,
    );
    check(
        &SOURCE.replace("[[layer]]", "[[layers]]"),
        r#"
error[R0061] 2:3: unknown key `layers`
  | [[layers]]
  |   ^^^^^^
  = help: did you mean `layer`?
"#,
    );
    check(
        "",
        r#"
error[R0062] 1:1: `[[layer]]` is missing
  | 
  | ^
  = help: add a `[[layer]]` line, and write its keys below it
"#,
    );
    check(
        "[[layer]]\nname = \"lower\"\n[layer.action]\n",
        r#"
error[R0062] 3:1: `action` is a single table, expected a list of `[[layer.action]]` tables
  | [layer.action]
  | ^^^^^^^^^^^^^^
  = help: write `[[layer.action]]`, with double brackets, above each action
"#,
    );
}

#[test]
fn tables_in_the_wrong_place() {
    check(
        "[[layer.action]]\nname = \"Idle\"\n",
        r#"
error[R0062] 1:3: `layer` is a single table, expected a list of `[[layer]]` tables
  | [[layer.action]]
  |   ^^^^^
  = help: write `[[layer]]`, with double brackets, above the first `[[layer.action]]` of each layer
"#,
    );
    check(
        &format!("{SOURCE}[[action]]\nname = \"Turn\"\n"),
        r#"
error[R0061] 15:3: unknown key `action`
  | [[action]]
  |   ^^^^^^
  = help: write `[[layer.action]]` below its `[[layer]]`
"#,
    );
    check(
        &SOURCE.replace("mode = \"repeat\"\n", "mode = \"repeat\"\nskeleton = \"Grund\"\n"),
        r#"
error[R0061] 8:1: unknown key `skeleton`
  | skeleton = "Grund"
  | ^^^^^^^^
  = help: move the key above the first `[[layer]]`
"#,
    );
    check(
        &SOURCE.replace("name = \"lower\"\n", "name = \"lower\"\nadditive = true\n"),
        r#"
error[R0062] 4:12: `additive` is a boolean, expected a string
  | additive = true
  |            ^^^^
  = help: write "bind" or "first-frame"
"#,
    );
}

#[test]
fn modes_are_once_and_repeat() {
    check(
        &SOURCE.replace("repeat", "repaet"),
        r#"
error[R0066] 7:8: there is no play mode "repaet"
  | mode = "repaet"
  |        ^^^^^^^^
  = help: did you mean `repeat`?
"#,
    );
    check(
        &SOURCE.replace("repeat", "loop"),
        r#"
error[R0066] 7:8: there is no play mode "loop"
  | mode = "loop"
  |        ^^^^^^
  = help: use one of these values: `once`, `repeat`
"#,
    );
    check(
        &SOURCE.replace("mode = \"repeat\"\n", ""),
        r#"
error[R0062] 4:1: `mode` is missing
  | [[layer.action]]
  | ^^^^^^^^^^^^^^^^
  = help: add `mode`
"#,
    );
    check(
        &SOURCE.replace("mode = \"repeat\"", "moed = true"),
        r#"
error[R0061] 7:1: unknown key `moed`
  | moed = true
  | ^^^^
  = help: did you mean `mode`?
"#,
    );
}

#[test]
fn blend_times_are_finite_and_not_negative() {
    check(
        &SOURCE.replace("0.5", "-0.5"),
        r#"
error[R0067] 8:9: `blend` is -0.5 s, expected at least 0
  | blend = -0.5
  |         ^^^^
  = help: write 0 to start without a fade
"#,
    );
    check(
        &SOURCE.replace("0.5", "inf"),
        r#"
error[R0063] 8:9: `blend` is inf, expected a finite number
  | blend = inf
  |         ^^^
  = help: write a finite number
"#,
    );
    check(
        &SOURCE.replace("0.5", "-1e39"),
        r#"
error[R0063] 8:9: `blend` is -1e39, which does not fit in 32 bits
  | blend = -1e39
  |         ^^^^^
  = help: write a number from -3.4e38 to 3.4e38
"#,
    );
    check(
        &SOURCE.replace("0.5", "\"0.5\""),
        r#"
error[R0062] 8:9: `blend` is a string, expected a number
  | blend = "0.5"
  |         ^^^^^
  = help: write the number without quotes
"#,
    );
}

#[test]
fn no_two_layers_nor_actions_of_one_name() {
    check(
        &SOURCE.replace("Jump\"\n", "Idle\"\n"),
        r#"
error[R0065] 10:8: there is a second action "Idle"; the first is on line 5
  | name = "Idle"
  |        ^^^^^^
  = help: give each action a different name
"#,
    );
    check(
        &format!("{SOURCE}[[layer]]\nname = \"lower\"\naction = []\n"),
        r#"
error[R0064] 16:8: there is a second layer "lower"; the first is on line 3
  | name = "lower"
  |        ^^^^^^^
  = help: give each layer a different name
"#,
    );
}
