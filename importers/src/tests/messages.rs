//! Tests of messages for users.

use super::support::{TWO_KEYS, animation, document, rendered, sequence};

#[track_caller]
fn check(text: &str, expected: &str) {
    let (_, diagnostics) = animation(text);
    assert_eq!(rendered(&diagnostics), expected.trim_start());
}

#[track_caller]
fn check_fields(fields: &str, expected: &str) {
    check(&document(&[&sequence("L Calf", fields)]), expected);
}

#[test]
fn a_list_that_does_not_fit() {
    check_fields(
        &TWO_KEYS.replace("<KeyCount>2", "<KeyCount>25"),
        r#"
error[R0012] 11:1: bone "L Calf": KeyCount is 25, but there are 2 translations
  | <Translation><Vector3><X>1</X><Y>-0.0</Y></Vector3><Vector3/></Translation>
  | ^^^^^^^^^^^^^
  = help: write 25 `<Vector3>` elements in `<Translation>`, or correct KeyCount
"#,
    );
    check_fields(
        &TWO_KEYS.replace("<Vector3/>", ""),
        r#"
error[R0012] 11:1: bone "L Calf": KeyCount is 2, but there is 1 translation
  | <Translation><Vector3><X>1</X><Y>-0.0</Y></Vector3></Translation>
  | ^^^^^^^^^^^^^
  = help: write 2 `<Vector3>` elements in `<Translation>`, or set FixedTranslation to true if the value never changes
"#,
    );
    check_fields(
        &TWO_KEYS
            .replace("<Vector3/>", "<Vector3/><Vector3/>")
            .replace("</Duration>", "</Duration><FixedTranslation>1</FixedTranslation>"),
        r#"
error[R0012] 11:1: bone "L Calf": KeyCount is 2, but there are 3 translations
  | <Translation><Vector3><X>1</X><Y>-0.0</Y></Vector3><Vector3/><Vector3/></Translation>
  | ^^^^^^^^^^^^^
  = help: write 2 `<Vector3>` elements in `<Translation>`; a single `<Vector3>` is also allowed, because FixedTranslation is true
"#,
    );
    check_fields(
        &format!("{TWO_KEYS}<HasScale>1</HasScale>"),
        r#"
error[R0012] 5:1: bone "L Calf": KeyCount is 2 and HasScale is true, but there are no scales
  | <KeyFrameSequence>
  | ^^^^^^^^^^^^^^^^^^
  = help: write 2 `<Vector3>` elements in `<Scale>`, or set HasScale to false
"#,
    );
    check_fields(
        &format!("{TWO_KEYS}<HasTime>1</HasTime><Time><float>0</float></Time>"),
        r#"
error[R0012] 11:96: bone "L Calf": KeyCount is 2, but there is 1 time
  | <Translation><Vector3><X>1</X><Y>-0.0</Y></Vector3><Vector3/></Translation><HasTime>1</HasTime><Time><float>0</float></Time>
  |                                                                                                ^^^^^^
  = help: write 2 `<float>` elements in `<Time>`, or correct KeyCount
"#,
    );
}

#[test]
fn a_value_that_is_none() {
    check_fields(
        &TWO_KEYS.replace("<X>1", "<X>1,5"),
        r#"
error[R0015] 11:26: bone "L Calf": X is "1,5", expected a number
  | <Translation><Vector3><X>1,5</X><Y>-0.0</Y></Vector3><Vector3/></Translation>
  |                          ^^^
  = help: use a decimal point instead of the comma, or set the exporter's language to English
"#,
    );
    check_fields(
        &TWO_KEYS.replace("<X>1", "<X>1e39"),
        r#"
error[R0016] 11:26: bone "L Calf": X is "1e39", which does not fit in 32 bits
  | <Translation><Vector3><X>1e39</X><Y>-0.0</Y></Vector3><Vector3/></Translation>
  |                          ^^^^
  = help: check the rig and the export settings, and export the animation again
"#,
    );
    check_fields(
        &TWO_KEYS.replace("<X>1", "<X>NaN"),
        r#"
error[R0022] 11:26: bone "L Calf": X is "NaN", expected a finite number
  | <Translation><Vector3><X>NaN</X><Y>-0.0</Y></Vector3><Vector3/></Translation>
  |                          ^^^
  = help: check the rig and the export settings, and export the animation again
"#,
    );
    check_fields(
        &TWO_KEYS.replace(">true<", ">True<"),
        r#"
error[R0015] 10:17: bone "L Calf": HasTranslation is "True", expected `true` or `false`
  | <HasTranslation>True</HasTranslation>
  |                 ^^^^
  = help: write the value in lower case
"#,
    );
    check_fields(
        &TWO_KEYS.replace("<X>1", "<X>1<!-- one -->"),
        r#"
error[R0027] 11:27: bone "L Calf": there is a comment inside `X`
  | <Translation><Vector3><X>1<!-- one --></X><Y>-0.0</Y></Vector3><Vector3/></Translation>
  |                           ^^^^^^^^^^^^
  = help: remove this markup, or move it before or after `X`
"#,
    );
}

#[test]
fn times_counts_and_durations() {
    check_fields(
        &format!("{TWO_KEYS}<HasTime>1</HasTime><Time><float>0.5</float><float>0.5</float></Time>"),
        r#"
error[R0020] 11:127: bone "L Calf": key 1 is at 0.5 s, but must be later than key 0 (0.5 s)
  | <Translation><Vector3><X>1</X><Y>-0.0</Y></Vector3><Vector3/></Translation><HasTime>1</HasTime><Time><float>0.5</float><float>0.5</float></Time>
  |                                                                                                                               ^^^
  = help: fix one of the two times, or remove one of the two keys
"#,
    );
    check_fields(
        &TWO_KEYS.replace("<KeyInterval>1", "<KeyInterval>0"),
        r#"
error[R0021] 9:14: bone "L Calf": KeyInterval is 0 s, but must be above 0 because HasTime is false and there are 2 keys
  | <KeyInterval>0</KeyInterval>
  |              ^
  = help: write the number of seconds between keys, or give each key a time
"#,
    );
    check_fields(
        &TWO_KEYS.replace("<Duration>1", "<Duration>-1"),
        r#"
error[R0023] 8:11: bone "L Calf": Duration is -1 s, expected at least 0
  | <Duration>-1</Duration>
  |           ^^
  = help: write the length of the animation in seconds
"#,
    );
    check_fields(
        "<KeyCount>0</KeyCount>",
        r#"
error[R0019] 7:11: bone "L Calf": KeyCount is 0, expected at least 1
  | <KeyCount>0</KeyCount>
  |           ^
  = help: write the number of keys, or remove the sequence
"#,
    );
    check_fields(
        "<keyCount>1</keyCount>",
        r#"
error[R0019] 5:1: bone "L Calf": KeyCount is missing, expected at least 1
  | <KeyFrameSequence>
  | ^^^^^^^^^^^^^^^^^^
  = help: write the number of keys, or remove the sequence
warning[R0030] 7:1: bone "L Calf": the unknown element `keyCount` is ignored
  | <keyCount>1</keyCount>
  | ^^^^^^^^^^
  = help: did you mean `KeyCount`?
"#,
    );
    check(
        &document(&[]).replace("Count>0", "Count>3"),
        r#"
error[R0024] 2:24: KeyFrameSequenceCount is 3, but there are 0 sequences
  | <KeyFrameSequenceCount>3</KeyFrameSequenceCount>
  |                        ^
  = help: set KeyFrameSequenceCount to 0, or export the file again
"#,
    );
    let one = document(&[&sequence("L Calf", TWO_KEYS)]);
    check(
        &one.replace("Count>1", "Count>2"),
        r#"
error[R0024] 2:24: KeyFrameSequenceCount is 2, but there is 1 sequence
  | <KeyFrameSequenceCount>2</KeyFrameSequenceCount>
  |                        ^
  = help: set KeyFrameSequenceCount to 1, or export the file again
"#,
    );
    check(
        &one.replace("<KeyFrameSequenceCount>1</KeyFrameSequenceCount>", ""),
        r#"
error[R0024] 1:1: KeyFrameSequenceCount is missing, but there is 1 sequence
  | <AnimationSequence>
  | ^^^^^^^^^^^^^^^^^^^
  = help: add `<KeyFrameSequenceCount>1</KeyFrameSequenceCount>`
"#,
    );
}

#[test]
fn two_sequences_for_one_bone() {
    check(
        &document(&[&sequence("L Calf", TWO_KEYS), &sequence("L Calf", TWO_KEYS)]),
        r#"
error[R0025] 14:11: bone "L Calf": there is a second sequence; the first is on line 6
  | <BoneName>L Calf</BoneName>
  |           ^^^^^^
  = help: remove one of the two sequences, or correct its BoneName
"#,
    );
}

#[test]
fn a_sequence_without_a_bone() {
    let nameless = sequence("", TWO_KEYS).replace("<BoneName></BoneName>\n", "");
    check(
        &document(&[&sequence("L Calf", TWO_KEYS), &nameless]),
        r#"
warning[R0034] 13:1: sequence 2 has no BoneName
  | <KeyFrameSequence>
  | ^^^^^^^^^^^^^^^^^^
  = help: add a `<BoneName>` with the bone's name
"#,
    );
    check(
        &document(&[&nameless, &nameless]),
        r#"
warning[R0034] 5:1: sequence 1 has no BoneName
  | <KeyFrameSequence>
  | ^^^^^^^^^^^^^^^^^^
  = help: add a `<BoneName>` with the bone's name
error[R0025] 12:1: sequence 2 has no BoneName; the sequence on line 5 has none either
  | <KeyFrameSequence>
  | ^^^^^^^^^^^^^^^^^^
  = help: add a `<BoneName>` with the bone's name
"#,
    );
}

#[test]
fn what_is_no_animation() {
    check(
        "<Animation/>",
        r#"
error[R0014] 1:1: the root element is `Animation`, expected `AnimationSequence`
  | <Animation/>
  | ^^^^^^^^^^^^
  = help: export the animation again; if the file is not an animation, set a different `importer` in a rule for it
"#,
    );
    check(
        "<p:AnimationSequence xmlns:p=\"urn:x\"/>",
        r#"
error[R0014] 1:1: the root element is in an XML namespace, expected `AnimationSequence` without a namespace
  | <p:AnimationSequence xmlns:p="urn:x"/>
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: remove the `xmlns` attribute or the prefix from the root element
"#,
    );
    check(
        "",
        r#"
error[R0011] 1:1: there is no root element
  | 
  | ^
  = help: fix the XML, or export the file again
"#,
    );
    check(
        "<!DOCTYPE AnimationSequence>\n<AnimationSequence/>",
        r#"
error[R0013] 1:1: a DOCTYPE is not allowed
  | <!DOCTYPE AnimationSequence>
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  = help: remove the DOCTYPE, and replace each entity with its text
"#,
    );
}

#[test]
fn what_is_no_xml() {
    check(
        "\n<?xml version=\"1.0\"?><AnimationSequence/>",
        r#"
error[R0011] 2:1: the XML declaration is not at the very beginning of the file
  | <?xml version="1.0"?><AnimationSequence/>
  | ^^^^^^^^^^^^^^^^^^^^^
  = help: move the declaration to the very beginning of the file
"#,
    );
    check(
        "<AnimationSequence>\n  <Duration>1</duration>\n</AnimationSequence>",
        r#"
error[R0011] 2:14: found `</duration>`, expected `</Duration>`
  |   <Duration>1</duration>
  |              ^^^^^^^^^^^
  = help: close `<Duration>`, which begins on line 2
"#,
    );
    check(
        "<AnimationSequence>\n",
        r#"
error[R0011] 2:1: the file ends inside the root element
  | 
  | ^
  = help: fix the XML, or export the file again
"#,
    );
    check(
        "<AnimationSequence>&nbsp;</AnimationSequence>",
        r#"
error[R0018] 1:20: the entity `&nbsp;` is not defined
  | <AnimationSequence>&nbsp;</AnimationSequence>
  |                    ^^^^^^
  = help: write the character itself or its number, such as `&#160;`; to write `&`, use `&amp;`
"#,
    );
}

#[test]
fn keys_that_last_much_longer_than_the_animation() {
    let in_milliseconds = TWO_KEYS.replace("<KeyInterval>1<", "<KeyInterval>1000<");
    check(
        &document(&[&sequence("L Calf", &in_milliseconds), &sequence("R Calf", &in_milliseconds)]),
        r#"
warning[R0035] 9:14: bone "L Calf": KeyInterval is 1000 s, so the 2 keys last 1000 s, but Duration is 1 s
  | <KeyInterval>1000</KeyInterval>
  |              ^^^^
  = help: write KeyInterval in seconds, such as 1 for 2 keys in 1 s, or correct Duration
"#,
    );
    // The keys of a clip may go on after its end, and a clip without a duration is a pose.
    check_fields(&TWO_KEYS.replace("<KeyInterval>1<", "<KeyInterval>10<"), "");
    check(&document(&[&sequence("L Calf", &in_milliseconds)]).replace("<Duration>1<", "<Duration>0<"), "");
    // If each key has its own time, the interval has no effect.
    let timed = format!("{in_milliseconds}<HasTime>1</HasTime><Time><float>0</float><float>1</float></Time>");
    check_fields(&timed, "");
}

#[test]
fn what_is_ignored() {
    check(
        "<AnimationSequence><Duration>1</Duration><Duration>2</Duration>hello</AnimationSequence> bye",
        r#"
warning[R0032] 1:42: the second `Duration` is ignored; Rigmill uses the first
  | <AnimationSequence><Duration>1</Duration><Duration>2</Duration>hello</AnimationSequence> bye
  |                                          ^^^^^^^^^^
  = help: remove one of the two elements
warning[R0031] 1:64: text between elements is ignored
  | <AnimationSequence><Duration>1</Duration><Duration>2</Duration>hello</AnimationSequence> bye
  |                                                                ^^^^^
  = help: remove the text, or move it into the right element
warning[R0033] 1:90: text or markup after the root element is ignored
  | <AnimationSequence><Duration>1</Duration><Duration>2</Duration>hello</AnimationSequence> bye
  |                                                                                          ^^^
  = help: remove the text or markup
"#,
    );
}
