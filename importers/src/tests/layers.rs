//! Tests of `.breath.toml` and `.spring.toml`.

use super::support::{clean, import, rendered};
use crate::{BreathToml, SpringToml};

const BREATH: &str = "duration_rate = 0.5\nkeep = [\"Wing\"]\n[exhale]\nduration = 3\neasing = \"out-expo\"\n\
    [humanoid]\nspine = \"Spine\"\nhead = \"Head\"\nleft_shoulder = \"L\"\nleft_upper_arm = \"LU\"\n\
    right_upper_arm = \"RU\"\n[angles]\nhead = [1, -1]\n[[bone]]\nname = \"Tail\"\nangles = [4, -4]\n";

#[test]
fn a_breath_has_its_phases_and_bones() {
    let breath = clean(import::<BreathToml>(BREATH.as_bytes()));
    let phases = breath.phases.map(|(duration, easing)| (duration.value, easing.value));
    assert_eq!(phases, [(1.2, "out-sine"), (3.0, "out-expo")]);
    assert_eq!(breath.rest.value, 0.2);
    assert_eq!((breath.duration_rate.value, breath.effect_rate.value), (0.5, 1.0));
    let turns: Vec<_> = breath.rotating.iter().map(|(name, angles)| (name.value.as_str(), angles.value)).collect();
    assert_eq!(turns, [("Spine", [2.0, -2.0]), ("Head", [1.0, -1.0]), ("Tail", [4.0, -4.0])]);
    // On a side without a shoulder, the upper arm keeps its rotation.
    let keeps: Vec<_> = breath.keeping.iter().map(|name| name.value.as_str()).collect();
    assert_eq!(keeps, ["L", "RU", "Wing"]);
}

#[test]
fn angles_without_a_bone_are_reported() {
    let text = "[humanoid]\nhead = \"Head\"\n[angles]\nhead = [1, -1]\nchest = [3, -3]\n";
    let (value, diagnostics) = import::<BreathToml>(text.as_bytes());
    assert!(value.is_some());
    assert_eq!(
        rendered(&diagnostics),
        r#"
warning[R0218] 5:9: the angles of `chest` are ignored, because `[humanoid]` does not name a bone for it
  | chest = [3, -3]
  |         ^^^^^^^
  = help: add `chest = "…"` to `[humanoid]`, or remove the angles
"#
        .trim_start()
    );
}

#[track_caller]
fn check_breath(text: &str, expected: &str) {
    let (value, diagnostics) = import::<BreathToml>(text.as_bytes());
    assert_eq!(rendered(&diagnostics), expected.trim_start());
    assert!(value.is_none());
}

#[test]
fn what_is_no_breath() {
    check_breath(
        "keep = x",
        "error[R0180] 1:8: string values must be quoted, expected literal string\n  | keep = x\n  |        ^\n  = help: fix the TOML syntax\n",
    );
    check_breath(
        "[inhal]\n[[bone]]\nname = \"A\"",
        r#"
error[R0181] 1:2: unknown key `inhal`
  | [inhal]
  |  ^^^^^
  = help: did you mean `inhale`?
"#,
    );
    check_breath(
        "",
        r#"
error[R0182] 1:1: no bone rotates
  | 
  | ^
  = help: add bones in `[humanoid]` or with `[[bone]]`
"#,
    );
    check_breath(
        "[inhale]\nduration = -1\n[[bone]]\nname = \"A\"\nangles = [0, 400]",
        r#"
error[R0183] 2:12: `duration` is -1, expected 0 to 86400
  | duration = -1
  |            ^^
  = help: write a number in that range
error[R0183] 5:10: a number of `angles` is 400, expected -360 to 360
  | angles = [0, 400]
  |          ^^^^^^^^
  = help: write a number in that range
"#,
    );
    check_breath(
        "keep = [\"A\", 1]\n[[bone]]\nname = \"A\"",
        r#"
error[R0184] 1:9: there is a second bone "A"; the first is on line 3
  | keep = ["A", 1]
  |         ^^^
  = help: list each bone once: a bone either rotates or keeps its rotation
error[R0182] 1:14: an entry of `keep` is a number, expected a string
  | keep = ["A", 1]
  |              ^
  = help: put the value in quotes
"#,
    );
    check_breath(
        "[exhale]\neasing = \"out-sin\"\n[[bone]]\nname = \"A\"",
        r#"
error[R0185] 2:10: there is no easing "out-sin"
  | easing = "out-sin"
  |          ^^^^^^^^^
  = help: did you mean `out-sine`?
"#,
    );
}

#[test]
fn a_rest_of_its_own_is_left_out_with_a_warning() {
    let text = "[rest]\nduration = 0.5\neasing = \"out-expo\"\n[humanoid]\nspine = \"Spine\"\n[angles]\n\
                spine = [2, -1.5, 0]\n";
    let (breath, diagnostics) = import::<BreathToml>(text.as_bytes());
    let breath = breath.unwrap();
    assert_eq!((breath.rest.value, breath.rotating[0].1.value), (0.5, [2.0, -1.5]));
    let expected = r#"
warning[R0266] 3:10: the easing of `[rest]` is ignored, because bones keep their exhale angles during the rest
  | easing = "out-expo"
  |          ^^^^^^^^^^
  = help: remove `easing` from `[rest]`
warning[R0266] 7:9: the third number of `spine` is ignored, because the bone keeps its exhale angle during the rest
  | spine = [2, -1.5, 0]
  |         ^^^^^^^^^^^^
  = help: write `spine = [2.0, -1.5]`
"#;
    assert_eq!(rendered(&diagnostics), expected.trim_start());
}

const SPRINGS: &str = "[[chain]]\nroot = \"Hair\"\nexclude = [\"Ribbon\"]\ndamping = 0.25\ngravity = [0, -9.81, 0]\n\
    [[collider]]\nbone = \"Head\"\nradius = 0.2\nheight = 1\naxis = \"z\"\nbound = \"inside\"\n";

#[test]
fn springs_have_their_chains_and_colliders() {
    let springs = clean(import::<SpringToml>(SPRINGS.as_bytes()));
    assert_eq!(springs.rate.value, 60.0);
    let chain = &springs.chains[0];
    assert_eq!((chain.root.value.as_str(), chain.exclude[0].value.as_str()), ("Hair", "Ribbon"));
    assert_eq!([chain.damping, chain.elasticity, chain.stiffness, chain.inertia], [0.25, 0.1, 0.1, 0.0]);
    assert_eq!((chain.gravity, chain.force), ([0.0, -9.81, 0.0], [0.0; 3]));
    let collider = &springs.colliders[0];
    assert_eq!((collider.radius, collider.height, collider.axis, collider.inside), (0.2, 1.0, 2, true));
}

#[track_caller]
fn check_springs(text: &str, expected: &str) {
    let (value, diagnostics) = import::<SpringToml>(text.as_bytes());
    let reported: Vec<_> =
        rendered(&diagnostics).lines().filter(|line| line.starts_with("error")).map(str::to_owned).collect();
    assert_eq!(reported, [expected]);
    assert!(value.is_none());
}

#[test]
fn what_are_no_springs() {
    check_springs("", "error[R0192] 1:1: `[[chain]]` is missing");
    check_springs("[[chain", "error[R0190] 1:8: unclosed array table, expected `]]`");
    check_springs(&SPRINGS.replace("damping", "dampning"), "error[R0191] 4:1: unknown key `dampning`");
    check_springs(&SPRINGS.replace("0.25", "1.25"), "error[R0193] 4:11: `damping` is 1.25, expected 0 to 1");
    check_springs(
        &format!("{SPRINGS}[[chain]]\nroot = \"Hair\""),
        "error[R0194] 13:8: there is a second chain with the root \"Hair\"; the first is on line 2",
    );
    check_springs(&SPRINGS.replace("\"z\"", "\"w\""), "error[R0195] 10:8: there is no axis \"w\"");
    let many = "[[chain]]\nroot = \"A\"\n".repeat(257);
    check_springs(&many, "error[R0196] 513:1: there are 257 `[[chain]]` entries, but at most 256 are allowed");
}
