//! Tests of the positions of the animation importer's diagnostics, and of the bones that they name.

use rigmill_pipeline::{Diagnostic, SourceText};

use super::support::{TWO_KEYS, animation, document, sequence};

/// The marks around the text that a diagnostic must highlight.
const MARKS: [char; 2] = ['«', '»'];

/// Checks that the first diagnostic with `code` highlights the marked text, from its first character to its last character on
/// the line, and that it has this message.
#[track_caller]
fn check(marked: &str, code: &str, message: &str) {
    let text = marked.replace(MARKS, "");
    let start = marked.find(MARKS[0]).unwrap();
    let end = marked.find(MARKS[1]).unwrap() - MARKS[0].len_utf8();
    let expected = SourceText::new(text.clone()).location(start, end);
    let diagnostic = first(&text, code);
    assert_eq!(diagnostic.message, message);
    assert_eq!(diagnostic.location.unwrap(), expected, "{message}");
    assert!(diagnostic.help.is_some_and(|help| !message.contains(&help)), "{message}");
}

#[track_caller]
fn first(text: &str, code: &str) -> Diagnostic {
    let (_, diagnostics) = animation(text);
    let found = diagnostics.iter().find(|diagnostic| diagnostic.code == code).cloned();
    found.unwrap_or_else(|| panic!("no {code} in {diagnostics:#?}"))
}

/// Like [`check`], for a sequence of the bone "L Calf" with these fields. The message must name the bone.
#[track_caller]
fn check_fields(marked: &str, code: &str, message: &str) {
    check(&document(&[&sequence("L Calf", marked)]), code, &format!("bone \"L Calf\": {message}"));
}

/// Like [`check_fields`], for two keys in which one piece of text is replaced.
#[track_caller]
fn check_exchange(piece: &str, marked: &str, code: &str, message: &str) {
    assert!(TWO_KEYS.contains(piece), "{piece}");
    check_fields(&TWO_KEYS.replacen(piece, marked, 1), code, message);
}

#[test]
fn a_value_is_marked_without_the_white_space_around_it() {
    check_exchange("<X>1", "<X>«1,5»", "R0015", "X is \"1,5\", expected a number");
    check_exchange("<X>1", "<X>\n\t «0x10» \r\n", "R0015", "X is \"0x10\", expected a number");
    check_exchange("<X>1<", "«<X>»  <", "R0015", "X is empty, expected a number");
    check_exchange("<X>1<", "«<X>»<", "R0015", "X is empty, expected a number");
    check_exchange("<KeyCount>2", "<KeyCount> «2.0»", "R0015", "KeyCount is \"2.0\", expected a whole number");
    check_exchange(">true<", ">\n«yes»\n<", "R0015", "HasTranslation is \"yes\", expected `true` or `false`");
    check_exchange("<X>1", "<X> «-1e400»", "R0016", "X is \"-1e400\", which does not fit in 32 bits");
    check_exchange("<X>1", "<X>«-INF» ", "R0022", "X is \"-INF\", expected a finite number");
    check_exchange("<Duration>1", "<Duration>\n  «-0.5»\n", "R0023", "Duration is -0.5 s, expected at least 0");
    let long = "9".repeat(41);
    let shown = format!("KeyCount is \"{}…\", which does not fit in 32 bits", &long[..40]);
    check_exchange("<KeyCount>2", &format!("<KeyCount>«{long}»"), "R0016", &shown);
}

#[test]
fn rules_mark_the_value_that_breaks_them() {
    check_exchange("<KeyCount>2", "<KeyCount>\n«-3»", "R0019", "KeyCount is -3, expected at least 1");
    let interval = "KeyInterval is -1 s, but must be above 0 because HasTime is false and there are 2 keys";
    check_exchange("<KeyInterval>1", "<KeyInterval> «-1»", "R0021", interval);
    let times = "<HasTime>1</HasTime><Time><float>0</float>\n<float>1</float><float>\n «0.5»</float></Time>";
    let message = "key 2 is at 0.5 s, but must be later than key 1 (1 s)";
    check_fields(&format!("{TWO_KEYS}{times}"), "R0020", message);
    let three = TWO_KEYS.replace("<Vector3/>", "<Vector3/><Vector3/>").replace("<Translation>", "«<Translation>»");
    check_fields(&three, "R0012", "KeyCount is 2, but there are 3 translations");
    let rotation = "<HasRotation>1</HasRotation>\n «<Rotation>»<Quaternion/></Rotation>";
    check_fields(&format!("{TWO_KEYS}{rotation}"), "R0012", "KeyCount is 2, but there is 1 rotation");
    let second = sequence("L Calf", TWO_KEYS).replace("L Calf", "«L Calf»");
    let twice = document(&[&sequence("L Calf", TWO_KEYS), &second]);
    check(&twice, "R0025", "bone \"L Calf\": there is a second sequence; the first is on line 6");
}

#[test]
fn blanks_of_a_name_are_marked_as_part_of_it() {
    let second = sequence(" Footsteps", TWO_KEYS).replace(" Footsteps", "« Footsteps»");
    let twice = document(&[&sequence(" Footsteps", TWO_KEYS), &second]);
    check(&twice, "R0025", "bone \" Footsteps\": there is a second sequence; the first is on line 6");
}

#[test]
fn nil_is_reported_as_such() {
    let nil = |tag: &str| format!("«<{tag} xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'/>»");
    let duration = "Duration is nil, expected a number";
    check_exchange("<Duration>1</Duration>", &nil("Duration"), "R0026", duration);
    check_exchange("<X>1</X>", &nil("X"), "R0026", "X is nil, expected a number");
    check(&format!("<AnimationSequence>{}</AnimationSequence>", nil("Duration")), "R0026", duration);
    let sequences = format!("<AnimationSequence><KeyFrameSequences>{}", nil("KeyFrameSequence"));
    check(&sequences, "R0026", "sequence 1 is nil");
}

#[test]
fn a_bone_is_named_once_its_name_has_been_read() {
    let fatal = |name: &str| format!("<AnimationSequence><KeyFrameSequences>\n{}", sequence(name, TWO_KEYS));
    check(&fatal("L«&nbsp;»Calf"), "R0018", "sequence 1: the entity `&nbsp;` is not defined");
    check(&fatal("a«&#27;»"), "R0011", "sequence 1: `&#27;` is not a character that XML allows");
    check(&fatal("a«<!-- b -->»"), "R0027", "sequence 1: there is a comment inside `BoneName`");
    let none = "<AnimationSequence><KeyFrameSequences>\n «<KeyFrameSequence/>»</KeyFrameSequences></AnimationSequence>";
    check(none, "R0019", "sequence 1: KeyCount is missing, expected at least 1");
    let empty =
        none.replace("<KeyFrameSequence/>", "<KeyFrameSequence>").replace("»", "»<BoneName/></KeyFrameSequence>");
    check(&empty, "R0019", "bone \"\": KeyCount is missing, expected at least 1");
}

#[test]
fn markup_is_marked_where_it_is_at_fault() {
    check_exchange("<X>1", "<X>1«<b>»</b>", "R0027", "there is an element inside `X`");
    check_exchange("<X>1", "<X>1 «<?pi ?>»", "R0027", "there is a processing instruction inside `X`");
    check_exchange("<X>1", "<X\n a='1'\n «b=1» c='2'>", "R0011", "the value of attribute `b` is not in quotes");
    check_exchange("<X>1", "<X a='1'\n «a='2'» >", "R0011", "the attribute `a` occurs twice");
    check_exchange("<X>1", "<X a='1'\n «p:b='2'»>", "R0011", "the namespace prefix `p` is not declared");
    check_exchange("<X>1", "<X «a='&e;'»>", "R0018", "the entity `&e;` is not defined");
    check_exchange("<X>1", "<X>\n a «]]>» b", "R0011", "the text contains `]]>`");
    check_exchange("<X>1", "<X>\n «& b;»", "R0011", "`& b` is not a valid reference");
    check_exchange("</X>", "«</Y>»", "R0011", "found `</Y>`, expected `</X>`");
    check_exchange("<X>1", "«<1X>»", "R0011", "\"1X\" is not an element name");
}

#[test]
fn stray_text_is_marked_in_one_piece() {
    let stray = |text: &str| format!("<AnimationSequence>\n<Duration>1</Duration>{text}\n</AnimationSequence>");
    for text in ["«seconds»", "\n  «walk cycle»", "\r\n\t«walk &amp; cycle»\n ", " <!-- a --> «b <![CDATA[c]]>»"]
    {
        check(&stray(text), "R0031", "text between elements is ignored");
    }
    let (_, diagnostics) = animation(stray("walk &amp; cycle").replace(MARKS, ""));
    assert_eq!(diagnostics.len(), 1);
    check("\n\n «text»<AnimationSequence/>", "R0011", "there is text before the root element");
}

#[test]
fn no_rule_is_checked_against_times_of_which_one_cannot_be_read() {
    let times = "<HasTime>1</HasTime><Time><float>0</float><float>one</float></Time>";
    let (_, diagnostics) = animation(document(&[&sequence("B", &format!("{TWO_KEYS}{times}"))]));
    assert_eq!(diagnostics.iter().map(|found| found.code.as_ref()).collect::<Vec<_>>(), ["R0015"]);
}
