//! `.events.toml`.

use super::support::{clean, import, rendered};
use crate::EventsToml;

const SOURCE: &str = "clip = \"Low_Run\"\nrate = 30\n[[event]]\ntime = 0.31\nname = \"footstep\"\nvalue = 1.5\n\
    text = \"left\"\n[[event]]\nframe = 21\nname = \"footstep\"\n";

#[test]
fn events_have_their_time_and_name() {
    let source = clean(import::<EventsToml>(SOURCE.as_bytes()));
    assert_eq!(source.clip.unwrap().value, "Low_Run");
    let events: Vec<_> = source.events.iter().map(|it| (it.time.value, &*it.name, it.value, &*it.text)).collect();
    assert_eq!(events, [(0.31, "footstep", 1.5, "left"), (0.7, "footstep", 0.0, "")]);
    assert_eq!(source.events[1].time.position.to_string(), "9:9");
    let source = clean(import::<EventsToml>(b"[[event]]\ntime = 0\nname = \"start\""));
    assert_eq!((source.clip, source.events.len()), (None, 1));
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let (value, diagnostics) = import::<EventsToml>(text.as_bytes());
    assert_eq!(rendered(&diagnostics), expected.trim_start());
    assert!(value.is_none());
}

#[test]
fn what_is_no_event() {
    check(
        "clip = x",
        r#"
error[R0340] 1:8: string values must be quoted, expected literal string
  | clip = x
  |        ^
  = help: fix the TOML syntax
"#,
    );
    check(
        &SOURCE.replace("value", "vlaue"),
        r#"
error[R0341] 6:1: unknown key `vlaue`
  | vlaue = 1.5
  | ^^^^^
  = help: did you mean `value`?
"#,
    );
    check(
        "",
        r#"
error[R0342] 1:1: `[[event]]` is missing
  | 
  | ^
  = help: add a `[[event]]` line, and write its keys below it
"#,
    );
    check(
        &SOURCE.replace("name = \"footstep\"\nvalue", "value"),
        r#"
error[R0342] 3:1: `name` is missing
  | [[event]]
  | ^^^^^^^^^
  = help: add `name`
"#,
    );
}

#[test]
fn an_event_has_one_time_in_range() {
    check(
        &SOURCE.replace("time = 0.31", "time = -0.5"),
        r#"
error[R0343] 4:8: `time` is -0.5, expected 0 to 86400
  | time = -0.5
  |        ^^^^
  = help: write a number in that range
"#,
    );
    check(
        &SOURCE.replace("time = 0.31", "time = nan"),
        r#"
error[R0343] 4:8: `time` is nan, expected a finite number
  | time = nan
  |        ^^^
  = help: write a finite number
"#,
    );
    check(
        &SOURCE.replace("time = 0.31", "time = 0.31\nframe = 9"),
        r#"
error[R0344] 3:1: the event has both `time` and `frame`
  | [[event]]
  | ^^^^^^^^^
  = help: remove `time` or `frame`
"#,
    );
    check(
        &SOURCE.replace("time = 0.31\n", ""),
        r#"
error[R0344] 3:1: the event has no time
  | [[event]]
  | ^^^^^^^^^
  = help: add `time`, in seconds, or `frame`
"#,
    );
    check(
        &SOURCE.replace("rate = 30\n", ""),
        r#"
error[R0344] 8:9: `frame` needs `rate`, which is missing
  | frame = 21
  |         ^^
  = help: add `rate = 30`, in frames per second, above the first `[[event]]`
"#,
    );
    check(
        &(SOURCE.replace("rate = 30\n", "") + "[[event]]\nframe = 22\nname = \"footstep\"\n"),
        r#"
error[R0344] 8:9: `frame` needs `rate`, which is missing
  | frame = 21
  |         ^^
  = help: add `rate = 30`, in frames per second, above the first `[[event]]`
"#,
    );
    // The remedies for the unknown keys are enough.
    check(
        &(SOURCE.replace("rate = 30\n", "") + "rate = 30\n"),
        r#"
error[R0341] 10:1: unknown key `rate`
  | rate = 30
  | ^^^^
  = help: move the key above the first `[[event]]`
"#,
    );
    check(
        &SOURCE.replace("rate = 30", "rats = 30"),
        r#"
error[R0341] 2:1: unknown key `rats`
  | rats = 30
  | ^^^^
  = help: did you mean `rate`?
"#,
    );
    check(
        &SOURCE.replace("rate = 30", "rate = 0"),
        r#"
error[R0343] 2:8: `rate` is 0, expected 1 to 1000
  | rate = 0
  |        ^
  = help: write a number in that range
"#,
    );
}

#[test]
fn a_clip_has_a_bounded_number_of_events() {
    let (value, diagnostics) = import::<EventsToml>("[[event]]\ntime = 0\nname = \"a\"\n".repeat(65_537).as_bytes());
    assert!(value.is_none());
    assert_eq!(diagnostics[0].code, "R0345");
    assert_eq!(diagnostics[0].message, "there are 65537 `[[event]]` entries, but at most 65536 are allowed");
}
