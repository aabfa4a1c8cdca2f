//! Lines of `rigmill watch --message-format json`, and other lines.

use proptest::prelude::*;

use crate::content::message::Message;

fn parse(line: &str) -> Option<Message> {
    Message::parse(line.as_bytes())
}

fn reload(asset: &str) -> Option<Message> {
    Some(Message::Reload(asset.to_owned()))
}

/// Text as a JSON string with every character escaped.
fn escaped(text: &str) -> String {
    text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect()
}

#[test]
fn a_reload_names_its_asset() {
    let line =
        r#"{"reason":"reload","asset":"Animation/Run","target":"native","status":"built","outputs":["/a/b.rmb"]}"#;
    assert_eq!(parse(line), reload("Animation/Run"));
    assert_eq!(parse(&format!(" {line}\r\n")), reload("Animation/Run"));
    assert_eq!(
        parse(r#"{ "asset" : "a" , "x" : -1.5e+3, "y": [{"asset":"b"}, null], "reason" : "reload" }"#),
        reload("a")
    );
    assert_eq!(parse(r#"{"reason":"reload-all","target":"native"}"#), Some(Message::ReloadAll));
}

#[test]
fn escapes_stand_for_their_characters() {
    assert_eq!(
        parse(r#"{"reason":"reload","asset":"\"\\\/\b\f\n\r\t\u00e9\ud83e\udd16é"}"#),
        reload("\"\\/\u{8}\u{c}\n\r\té🤖é")
    );
}

#[test]
fn other_messages_and_what_is_none_are_passed_over() {
    let lines = [
        "",
        "{}",
        "null",
        "[]",
        "watching /tmp",
        r#"{"reason":"asset","asset":"a","status":"built"}"#,
        r#"{"reason":"build-finished","success":true,"ms":1.5}"#,
        r#"{"reason":"reload"}"#,
        r#"{"reason":"reload","asset":null}"#,
        r#"{"reason":"reload","asset":["a"]}"#,
        r#"{"reason":"reload","asset":"a""#,
        r#"{"reason":"reload","asset":"a"},"#,
        r#"{"reason":"reload","asset":"a"} {}"#,
        r#"{"reason":"reload","asset":"a","asset":"b"}"#,
        r#"{"reason":"asset","reason":"reload","asset":"a"}"#,
        r#"{"reason":"reload","asset":"\ud800"}"#,
        r#"{"reason":"reload","asset":"\ud800\u0041"}"#,
        r#"{"reason":"reload","asset":"\x41"}"#,
        r#"{"reason":"reload","asset":"\u+041"}"#,
        r#"{"reason":"reload","asset":"a","x":}"#,
        r#"{"reason":"reload","asset":"a",}"#,
        r#"{reason:"reload","asset":"a"}"#,
    ];
    for line in lines {
        assert_eq!(parse(line), None, "{line}");
    }
    assert_eq!(Message::parse(b"{\"reason\":\"reload\",\"asset\":\"\xff\"}"), None);
}

#[test]
fn nesting_has_a_bound() {
    let nested =
        |depth: usize| format!(r#"{{"x":{}{},"reason":"reload","asset":"a"}}"#, "[".repeat(depth), "]".repeat(depth));
    assert_eq!(parse(&nested(32)), reload("a"));
    assert_eq!(parse(&nested(33)), None);
    assert_eq!(parse(&"[{\"a\":".repeat(100_000)), None);
}

proptest! {
    #[test]
    fn any_name_is_read_back(name in any::<String>(), noise in any::<String>()) {
        let line = format!(r#"{{"noise":["{}",{{}}],"reason":"reload","asset":"{}"}}"#, escaped(&noise), escaped(&name));
        prop_assert_eq!(parse(&line), Some(Message::Reload(name)));
    }

    #[test]
    fn no_bytes_are_too_much(bytes in prop::collection::vec(prop::sample::select(br#"{}[]":,\u0dreasonl-1 "#.to_vec()), 0..200)) {
        let _ = Message::parse(&bytes);
        let _ = Message::parse(&[br#"{"reason":"reload","asset":"a","x":"#.as_slice(), &bytes].concat());
    }
}
