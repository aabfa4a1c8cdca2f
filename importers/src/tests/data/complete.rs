//! Complete schemas.

use super::support::{import, shown};
use crate::tests::support::clean;
use crate::{JsonData, XmlData};

const SCHEMA: &str = r#"
root = "Effect"
complete = true

[enum]
Blend = { One = 0, Alpha = 4 }
Style = ["None", "Loop"]

[record.Effect]
Name = "text"
Big = { type = "bool", default = true }
Alpha = { type = "Blend", default = "Alpha" }
Blend = "Blend"
Style = { type = "Style", default = "Loop" }
Up = { type = "vector3", default = "0 1 0" }
At = "vector2"
HasTable = { present = "Table" }
Tables = { list = "Table" }
Table = { type = "Table", nullable = true }
CurveCount = { present = "Curve", count = "Count" }
Curve = { type = "Table", nullable = true }
Tag = { list = "text", flat = true }

[record.Table]
Count = "i32"
Times = { list = "f64" }
"#;

#[track_caller]
fn reads(fields: &str, expected: &str) {
    let xml = format!("<Effect>{fields}</Effect>");
    let found = shown(&clean(import::<XmlData>(xml.as_bytes(), Some(SCHEMA))).root);
    assert_eq!(found, format!("Effect{{$layout: \"fields\", {expected}}}"));
}

#[test]
fn absent_fields_have_values_and_all_are_in_the_schema_s_order() {
    let start = "Name: \"\", Big: Bool(true), Alpha: Blend:I32(4), Blend: Blend:I32(0), Style: Style:I32(1), \
                 Up: Vector3([0.0, 1.0, 0.0]), At: Vector2([0.0, 0.0])";
    reads(
        "",
        &format!("{start}, HasTable: Bool(false), Tables: [], Table: Null, CurveCount: I32(0), Curve: Null, Tag: []"),
    );
    let table = "Table{Count: I32(2), Times: [F64(1.0), F64(2.0)]}";
    let empty = "Table{Count: I32(0), Times: []}";
    reads(
        "<Tag>a</Tag><Curve><Times>1 2</Times><Count>2</Count></Curve><Tag>b</Tag>\
         <Tables><Table><Count>2</Count><Times>1 2</Times></Table><Table/></Tables><Table/>",
        &format!(
            "{start}, HasTable: Bool(true), Tables: [{table}, {empty}], Table: {empty}, CurveCount: I32(2), \
             Curve: {table}, Tag: [\"a\", \"b\"]"
        ),
    );
}

#[track_caller]
fn refused(schema: &str, xml: &str, expected: &[&str]) {
    let (value, said) = import::<XmlData>(xml.as_bytes(), Some(schema));
    assert!(value.is_none());
    let lines: Vec<String> = said.iter().map(|it| format!("{} {}", it.code, it.message)).collect();
    assert_eq!(lines, expected);
}

#[test]
fn what_a_reader_would_take_for_something_else_is_refused() {
    refused(
        SCHEMA,
        "<Effect><HasTable>true</HasTable></Effect>",
        &["R0234 `HasTable` must not be in the file: Rigmill computes it from `Table`"],
    );
    refused(
        SCHEMA,
        "<Effect><Curve/></Effect>",
        &["R0232 `Curve.Count` is 0, which the game's reader treats as an absent record"],
    );
    let schema = "root = \"A\"\ncomplete = true\n[record.A]\nB = \"B\"\nC = \"reference\"\n[record.B]\n";
    refused(schema, "<A/>", &["R0235 `B` is missing in `A`", "R0235 `C` is missing in `A`"]);
    let unmarked = import::<JsonData>(b"{\"$layout\": \"fields\"}", Some(SCHEMA)).1;
    assert_eq!(unmarked[0].code, "R0234");
}

#[test]
fn schemas_that_order_no_fields_are_refused() {
    let cases = [
        (
            "A = \"any\"",
            "R0246 a complete schema cannot use `any` or maps, and `present` cannot be the type of list items",
        ),
        (
            "A = { list = { map = \"i32\" } }",
            "R0246 a complete schema cannot use `any` or maps, and `present` cannot be the type of list items",
        ),
        (
            "A = { list = { present = \"A\" } }",
            "R0246 a complete schema cannot use `any` or maps, and `present` cannot be the type of list items",
        ),
        ("\"*\" = \"i32\"", "R0246 a complete schema cannot use the field name `\"*\"`"),
        ("A = { type = \"R\", nullable = true }", "R0246 no field before `A` says whether `A` is present"),
        ("A = { present = \"B\" }", "R0246 there is no later field `B` with `nullable = true`"),
        ("A = { present = \"B\" }\nB = \"i32\"", "R0246 there is no later field `B` with `nullable = true`"),
        (
            "H = { present = \"A\", count = \"N\" }\nA = { type = \"R\", nullable = true }",
            "R0246 `count` is not the name of an `i32` field of `A`",
        ),
        (
            "H = { present = \"A\" }\nI = { present = \"A\" }\nA = { type = \"R\", nullable = true }",
            "R0246 a second field says whether `A` is present",
        ),
        ("A = { list = \"i32\", default = 1 }", "R0246 a list cannot have `default`"),
        ("A = { type = \"i8\", default = 300 }", "R0233 `default` is 300, expected -128 to 127"),
        (
            "A = { values = { x = 4294967296 } }",
            "R0246 expected a list of names, or a table of names with 32-bit numbers, but found a table",
        ),
    ];
    for (fields, expected) in cases {
        refused(&format!("root = \"R\"\ncomplete = true\n[record.R]\n{fields}\n"), "<R/>", &[expected]);
    }
    refused("root = \"i32\"\ncomplete = true\n", "<R/>", &["R0246 the root of a complete schema is not a record"]);
    let incomplete = "root = \"R\"\n[record.R]\nA = { type = \"i32\", default = 1 }\nB = { present = \"A\" }\n";
    refused(
        incomplete,
        "<R/>",
        &["R0246 only a complete schema can use `default`", "R0246 only a complete schema can use `present`"],
    );
}

#[test]
fn few_bytes_do_not_become_any_number_of_fields() {
    let fields: String = (0..2000).map(|at| format!("F{at} = \"i32\"\n")).collect();
    let schema = format!("root = \"R\"\ncomplete = true\n[record.R]\nL = {{ list = \"I\" }}\n[record.I]\n{fields}");
    let xml = format!("<R><L>{}</L></R>", "<I/>".repeat(1000));
    let (value, said) = import::<XmlData>(xml.as_bytes(), Some(&schema));
    assert!(value.is_none());
    assert_eq!(said[0].code, "R0230");
}
