//! Tests with malicious bytes.

use proptest::prelude::*;
use rigmill_pipeline::Level;

use super::support::{TWO_KEYS, animation, document, import, sequence};
use crate::{ActionSetToml, EventsToml, SkeletonToml};

fn valid() -> Vec<u8> {
    let rotation = "<KeyCount>1</KeyCount><HasRotation>1</HasRotation><HasTime>1</HasTime><Rotation><Quaternion><W>1</W>\
        </Quaternion></Rotation><Time><float>0</float></Time><!-- c --><?pi x?>";
    let head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
    let body = document(&[&sequence("é&amp;<![CDATA[x]]>", TWO_KEYS), &sequence("C", rotation)]);
    format!("{head}{}", body.replace("<AnimationSequence>", "<AnimationSequence xmlns:xsi='urn:x' xsi:a='1'>"))
        .into_bytes()
}

const TOML: &str = "root_axis = [0, 0, 0, 1]\n[[bone]]\nname = \"a\"\n[[layer]]\nname = \"x\"\n[[layer.action]]\nblend = 1\n[[event]]\ntime = 1";

/// Checks that the importers do not panic, and that they report something if they return nothing.
fn check(bytes: &[u8]) {
    let (animation, said) = animation(bytes);
    assert!(animation.is_some() || !said.is_empty());
    let (skeleton, said) = import::<SkeletonToml>(bytes);
    assert!(skeleton.is_some() || !said.is_empty());
    let (actions, said) = import::<ActionSetToml>(bytes);
    assert!(actions.is_some() || !said.is_empty());
    let (events, said) = import::<EventsToml>(bytes);
    assert!(events.is_some() || !said.is_empty());
}

proptest! {
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        check(&bytes);
    }

    #[test]
    fn any_markup(text in "(<|>|</|/>|<!--|-->|<\\?|\\?>|<!\\[CDATA\\[|\\]\\]>|&|;|&#|\"|'|=| |xmlns:a|a:b|AnimationSequence|X|\n|\r|\\[\\[bone\\]\\]|\u{FEFF}|é){0,40}") {
        check(text.as_bytes());
    }

    #[test]
    fn mutations_of_a_valid_file(at in any::<prop::sample::Index>(), byte: u8, cut in any::<prop::sample::Index>(), insert: bool) {
        for valid in [valid(), TOML.as_bytes().to_vec()] {
            let mut bytes = valid;
            let at = at.index(bytes.len());
            if insert { bytes.insert(at, byte) } else { bytes[at] = byte }
            check(&bytes);
            bytes.truncate(cut.index(bytes.len()));
            check(&bytes);
        }
    }
}

#[test]
fn the_valid_file_is_valid() {
    assert_eq!(animation(valid()).1, []);
}

fn first_code(text: &str) -> String {
    let (value, diagnostics) = animation(text);
    assert!(value.is_none());
    diagnostics.iter().find(|diagnostic| diagnostic.level == Level::Error).unwrap().code.to_string()
}

#[test]
fn malformed_documents_are_refused() {
    let cases = [
        "<AnimationSequence",
        "<AnimationSequence></AnimationSequenc>",
        "<AnimationSequence><1a/></AnimationSequence>",
        "<AnimationSequence><a<b/></AnimationSequence>",
        "<AnimationSequence>< /></AnimationSequence>",
        "<AnimationSequence a='1' a='2'/>",
        "<AnimationSequence xmlns:p='u' xmlns:q='u' p:a='1' q:a='2'/>",
        "<AnimationSequence p:a='1'/>",
        "<AnimationSequence><p:X/></AnimationSequence>",
        "<AnimationSequence xmlns:p=''/>",
        "<AnimationSequence xmlns:xmlns='u'/>",
        "<AnimationSequence a=1/>",
        "<AnimationSequence a='<'/>",
        "<AnimationSequence a='&#0;'/>",
        "<AnimationSequence a='1'b='2'/>",
        "<AnimationSequence>\u{1}</AnimationSequence>",
        "<AnimationSequence>&#1;</AnimationSequence>",
        "<AnimationSequence>&#xFFFF;</AnimationSequence>",
        "<AnimationSequence>a & b</AnimationSequence>",
        "<AnimationSequence>]]></AnimationSequence>",
        "<AnimationSequence><!-- -- --></AnimationSequence>",
        "<AnimationSequence><!--></AnimationSequence>",
        "<AnimationSequence><?xml version='1.0'?></AnimationSequence>",
        "<AnimationSequence><?XML x?></AnimationSequence>",
        "<?xml version='1.1'?><AnimationSequence/>",
        "<?xml?><AnimationSequence/>",
        "text<AnimationSequence/>",
        "<![CDATA[]]><AnimationSequence/>",
        "&lt;<AnimationSequence/>",
        "\u{FEFF}\u{FEFF}<AnimationSequence/>",
        "</AnimationSequence>",
        "<AnimationSequence><X></AnimationSequence>",
    ];
    for case in cases {
        assert_eq!(first_code(case), "R0011", "{case}");
    }
    assert_eq!(first_code("<AnimationSequence>&e;</AnimationSequence>"), "R0018");
    assert_eq!(first_code("<AnimationSequence a='&e;'/>"), "R0018");
    assert_eq!(first_code("<AnimationSequence/><!DOCTYPE x>"), "R0013");
    assert_eq!(first_code("<!DOCTYPE x [<!ENTITY e \"&e;&e;\">]><AnimationSequence/>"), "R0013");
}

#[test]
fn limits_are_reported() {
    let deep = format!("<AnimationSequence>{}", "<a>".repeat(100_000));
    let attributes: String = (0..65).map(|n| format!(" a{n}='1'")).collect();
    let bindings: String = (0..60).map(|n| format!(" xmlns:a{n}='u'")).collect();
    let long = "a".repeat(1025);
    let cases = [
        deep,
        format!("<AnimationSequence{attributes}/>"),
        format!("<AnimationSequence{bindings}><a{bindings}/></AnimationSequence>"),
        format!("<AnimationSequence><{long}/></AnimationSequence>"),
        format!("<AnimationSequence {long}='1'/>"),
        document(&[&sequence(&long, TWO_KEYS)]),
        format!("<AnimationSequence><KeyFrameSequences>{}", "<KeyFrameSequence/>".repeat(16_385)),
        " ".repeat((64 << 20) + 1),
        "\n".repeat((8 << 20) + 1),
    ];
    for case in cases {
        let (value, diagnostics) = animation(&case);
        let reported = diagnostics.iter().any(|diagnostic| diagnostic.code == "R0017");
        assert!(value.is_none() && (reported || diagnostics.len() > 50), "{:.100} {diagnostics:#?}", case);
    }
}

#[test]
fn a_list_has_a_most_number_of_keys() {
    let short = "<float/>".repeat((4 << 20) + 1);
    let (_, diagnostics) = animation(format!("<AnimationSequence><KeyFrameSequences><KeyFrameSequence><Time>{short}"));
    let last: Vec<_> = diagnostics.iter().skip(50).map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(last, ["sequence 1: Time has more than 4194304 keys", "there are 4194254 more errors"]);
}

#[test]
fn problems_beyond_the_bound_are_counted() {
    let sequences = sequence("B", "<KeyCount>x</KeyCount><Extra/>").repeat(200);
    let (_, diagnostics) = animation(document(&[&sequences]));
    let last: Vec<_> = diagnostics.iter().rev().take(2).map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(diagnostics.len(), 102);
    assert_eq!(last, ["there are 150 more warnings", "there are 350 more errors"]);
}

#[test]
fn one_long_line_costs_no_more_than_many_short_ones() {
    let fields = "<KeyCount>1</KeyCount><HasTime>1</HasTime><Time><float>0</float></Time>";
    let sequences: String = (0..16_000).map(|n| sequence(&format!("{n}"), fields)).collect();
    let count = "<KeyFrameSequenceCount>16000</KeyFrameSequenceCount>";
    let body = format!("{count}<KeyFrameSequences>{sequences}</KeyFrameSequences>");
    let text = format!("<AnimationSequence>{body}</AnimationSequence>").replace('\n', "");
    let (value, diagnostics) = animation(text);
    assert_eq!((value.unwrap().sequences.len(), diagnostics.len()), (16_000, 0));
}

#[test]
fn namespaces_in_force_do_not_make_documents_slow() {
    let bindings: String = (0..60).map(|n| format!(" xmlns:a{n}='u'")).collect();
    let text = format!("<AnimationSequence{bindings}>{}</AnimationSequence>", "<a/>".repeat(200_000));
    let (value, diagnostics) = animation(text);
    assert_eq!((value.is_some(), diagnostics.len()), (true, 51));
}
