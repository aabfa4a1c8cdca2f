//! `toml-data` and `json-data`.

use rigmill_dom::DataSource;
use rigmill_pipeline::Importer;

use super::support::{import, shown};
use crate::tests::support::clean;
use crate::{DataParams, JsonData, TomlData};

#[track_caller]
fn reads<I: Importer<Params = DataParams, Output = DataSource> + Default>(text: &str, expected: &str) {
    assert_eq!(shown(&clean(import::<I>(text.as_bytes(), None)).root), expected);
}

#[test]
fn toml_keeps_its_types_and_its_order() {
    reads::<TomlData>(
        "z = 0x10\na = -0.5\non = true\nday = 1979-05-27\n[t]\nl = [1, 'x']\n[[r]]\nq = inf\n",
        r#"{z: I64(16), a: F64(-0.5), on: Bool(true), day: "1979-05-27", t: {l: [I64(1), "x"]}, r: [{q: F64(inf)}]}"#,
    );
}

#[test]
fn json_keeps_its_types_and_its_order() {
    reads::<JsonData>(
        " {\"z\": [1, -2.50, 1e3, -0, 18446744073709551615, null], \"a\": {\"t\": true, \"s\": \"\\u00e9\\ud83d\\ude00\\n\"}} ",
        r#"{z: [I64(1), F64(-2.5), F64(1000.0), F64(-0.0), U64(18446744073709551615), Null], a: {t: Bool(true), s: "é😀\n"}}"#,
    );
    reads::<JsonData>("[[], {}]", "[[], {}]");
}

#[track_caller]
fn refused<I: Importer<Params = DataParams, Output = DataSource> + Default>(text: &str, expected: &str) {
    let (value, said) = import::<I>(text.as_bytes(), None);
    assert!(value.is_none(), "{text}");
    let location = said[0].location.as_ref().unwrap();
    assert_eq!(format!("{} {}:{}: {}", said[0].code, location.line, location.column, said[0].message), expected);
}

#[test]
fn what_breaks_a_notation_is_reported_at_its_position() {
    refused::<TomlData>("a = 1\nb = x", "R0231 2:5: string values must be quoted, expected literal string");
    refused::<TomlData>("a = 99999999999999999999", "R0233 1:5: 99999999999999999999 does not fit in 64 bits");
    refused::<JsonData>("[1\n 2]", "R0231 2:2: expected `,` or `]`");
    refused::<JsonData>("{\"a\": 1, \"a\": 2}", "R0231 1:10: there is a second \"a\"");
    refused::<JsonData>("[1,\n 2 ,\n]", "R0231 2:4: there is no value between `,` and `]`");
    refused::<JsonData>("{\"a\": 1,}", "R0231 1:8: there is no value between `,` and `}`");
    refused::<JsonData>("[1, // one\n 2]", "R0231 1:5: JSON has no comments");
    refused::<JsonData>("/* one */ [1]", "R0231 1:1: JSON has no comments");
    refused::<TomlData>("a = 1\nb = 2\na = 3\n", "R0231 3:1: duplicate key `a`");
    refused::<JsonData>("[01]", "R0231 1:2: 01 is not a number");
    refused::<JsonData>("[1] x", "R0231 1:5: text follows the end of the JSON value");
    refused::<JsonData>("\"\\ud800x\"", "R0231 1:4: incomplete surrogate pair");
    refused::<JsonData>("\"a", "R0231 1:3: a string has no closing quote");
    let deep = "[".repeat(100);
    refused::<JsonData>(&deep, "R0230 1:65: values are nested more than 64 levels deep");
}

#[test]
fn one_schema_serves_all_notations() {
    let schema = "root = \"Unit\"\n[record.Unit]\nname = \"text\"\nlife = \"u16\"\nat = \"vector2\"\nkind = { values = [\"Heavy\"] }\n";
    let expected = r#"Unit{name: "a", life: U16(7), at: Vector2([1.0, -2.5]), kind: :"Heavy"}"#;
    let of = |source: (Option<DataSource>, _)| shown(&clean(source).root);
    let toml = "name = 'a'\nlife = 7\nat = [1, -2.5]\nkind = 'Heavy'\n";
    assert_eq!(of(import::<TomlData>(toml.as_bytes(), Some(schema))), expected);
    let json = r#"{"name": "a", "life": 7, "at": [1, -2.5], "kind": "Heavy"}"#;
    assert_eq!(of(import::<JsonData>(json.as_bytes(), Some(schema))), expected);
    let (_, said) = import::<TomlData>(b"lief = 7\n", Some(schema));
    let location = said[0].location.as_ref().unwrap();
    let found = (said[0].code.as_ref(), location.line, location.column, said[0].help.as_deref());
    assert_eq!(found, ("R0234", 1, 1, Some("did you mean `life`?")));
}
