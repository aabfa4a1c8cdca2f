//! Tests of game data in XNB files: the type readers and the bytes.

mod fields;

use rigmill_format::{Data, DataEnum, DataField, DataList, DataMap, DataRecord, DataValue};
use rigmill_pipeline::{WriteContext, Writer};

use super::XnbDataWriter;
use crate::XnbDataParams;

fn list(items: &[DataValue]) -> DataValue {
    typed("", items)
}

fn typed(type_name: &str, items: &[DataValue]) -> DataValue {
    DataValue::List(DataList { type_name: type_name.to_owned(), items: items.to_vec() })
}

fn map(type_name: &str, entries: &[(DataValue, DataValue)]) -> DataValue {
    DataValue::Map(DataMap { type_name: type_name.to_owned(), entries: entries.to_vec() })
}

fn record(fields: &[(&str, DataValue)]) -> DataValue {
    let field = |(name, value): &(&str, DataValue)| DataField { name: (*name).to_owned(), value: value.clone() };
    DataValue::Record(DataRecord { type_name: "Game.Own".to_owned(), fields: fields.iter().map(field).collect() })
}

fn text(text: &str) -> DataValue {
    DataValue::Text(text.to_owned())
}

fn named(type_name: &str, value: DataValue) -> DataValue {
    DataValue::Enum(DataEnum { type_name: type_name.to_owned(), value: Box::new(value) })
}

/// Returns the content and its type readers (without namespaces, and without the assemblies of .NET and XNA), or the message of
/// the diagnostic.
fn written(root: DataValue, root_type: &str) -> Result<(String, Vec<u8>), String> {
    let mut ctx = WriteContext::new("Data/Level");
    let params = XnbDataParams { root_type: root_type.to_owned(), ..XnbDataParams::default() };
    match XnbDataWriter.write(&Data { root }, &params, &mut ctx) {
        Ok(bytes) => Ok(taken_apart(&bytes)),
        Err(_) => Err(ctx.finish().iter().map(|said| format!("{} {}", said.code, said.message)).collect()),
    }
}

fn taken_apart(bytes: &[u8]) -> (String, Vec<u8>) {
    assert_eq!((&bytes[..6], bytes[6] as usize | (bytes[7] as usize) << 8), (b"XNBw\x05\x01".as_slice(), bytes.len()));
    let mut at = 11;
    let mut names = Vec::new();
    for _ in 0..bytes[10] {
        let mut length = usize::from(bytes[at] & 0x7f);
        if bytes[at] > 0x7f {
            at += 1;
            length |= usize::from(bytes[at]) << 7;
        }
        let name = std::str::from_utf8(&bytes[at + 1..at + 1 + length]).unwrap();
        names.push(brief(name));
        at += 1 + length;
        assert_eq!(bytes[at..at + 4], [0; 4]);
        at += 4;
    }
    assert_eq!(bytes[at], 0, "shared resources");
    (names.join(" "), bytes[at + 1..].to_vec())
}

fn brief(name: &str) -> String {
    let details = [
        ", Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089",
        ", Version=4.0.0.0, Culture=neutral, PublicKeyToken=842cf8be1de50553",
    ];
    let name = details.iter().fold(name.to_owned(), |name, details| name.replace(details, ""));
    let pieces = [
        "Microsoft.Xna.Framework.Content.",
        "System.Collections.Generic.",
        "System.",
        ", mscorlib",
        ", Microsoft.Xna.Framework",
    ];
    pieces.iter().fold(name, |name, piece| name.replace(piece, "")).replace("Microsoft.Xna.Framework.", "")
}

#[test]
fn values_say_their_types() {
    use DataValue::{Bool, Bytes, F32, F64, I32, I64, Null, Reference, U8, Vector2};
    let kind = |number| named("Game.Kind, Game", number);
    let cases: Vec<(DataValue, &str, &[u8])> = vec![
        (text("Grund"), "StringReader", b"\x01\x05Grund"),
        (I32(7), "Int32Reader", b"\x01\x07\0\0\0"),
        (Vector2([1.0, 0.0]), "Vector2Reader", b"\x01\0\0\x80\x3f\0\0\0\0"),
        (Bytes(vec![1, 2]), "ArrayReader`1[[Byte]] ByteReader", b"\x01\x02\0\0\0\x01\x02"),
        (Reference("Textures/A".to_owned()), "ExternalReferenceReader", b"\x01\x0d..\\Textures\\A"),
        (kind(U8(2)), "EnumReader`1[[Game.Kind, Game]] ByteReader", b"\x01\x02"),
        (named("Kind", text("Fast")), "StringReader", b"\x01\x04Fast"),
        (list(&[I32(1), I32(2)]), "ListReader`1[[Int32]] Int32Reader", b"\x01\x02\0\0\0\x01\0\0\0\x02\0\0\0"),
        (
            list(&[I32(1), Null]),
            "ListReader`1[[Nullable`1[[Int32]]]] NullableReader`1[[Int32]] Int32Reader",
            b"\x01\x02\0\0\0\x01\x01\0\0\0\0",
        ),
        (
            list(&[I64(1), F64(0.5)]),
            "ListReader`1[[Double]] DoubleReader",
            b"\x01\x02\0\0\0\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\xe0\x3f",
        ),
        (list(&[text("a"), Null]), "ListReader`1[[String]] StringReader", b"\x01\x02\0\0\0\x02\x01a\0"),
        (list(&[]), "ListReader`1[[Object]]", b"\x01\0\0\0\0"),
        (
            list(&[Bool(true), text("a")]),
            "ListReader`1[[Object]] BooleanReader StringReader",
            b"\x01\x02\0\0\0\x02\x01\x03\x01a",
        ),
        (
            list(&[list(&[]), list(&[U8(1)])]),
            "ListReader`1[[List`1[[Byte]]]] ListReader`1[[Byte]] ByteReader",
            b"\x01\x02\0\0\0\x02\0\0\0\0\x02\x01\0\0\0\x01",
        ),
        (
            record(&[("a", U8(1)), ("b", U8(2))]),
            "DictionaryReader`2[[String],[Byte]] StringReader ByteReader",
            b"\x01\x02\0\0\0\x02\x01a\x01\x02\x01b\x02",
        ),
        (
            list(&[record(&[("a", U8(1))]), record(&[("a", text("x"))])]),
            "ListReader`1[[Dictionary`2[[String],[Object]]]] DictionaryReader`2[[String],[Object]] StringReader ByteReader",
            b"\x01\x02\0\0\0\x02\x01\0\0\0\x03\x01a\x04\x01\x02\x01\0\0\0\x03\x01a\x03\x01x",
        ),
        (
            map("", &[(U8(1), Bool(true))]),
            "DictionaryReader`2[[Byte],[Boolean]] ByteReader BooleanReader",
            b"\x01\x01\0\0\0\x01\x01",
        ),
        // The type that a list names is used if its items fit.
        (typed("float[]", &[F32(1.0)]), "ArrayReader`1[[Single]] SingleReader", b"\x01\x01\0\0\0\0\0\x80\x3f"),
        (typed("Game.Item[]", &[U8(1)]), "ListReader`1[[Byte]] ByteReader", b"\x01\x01\0\0\0\x01"),
        (
            typed("System.Collections.Generic.List[[Game.Kind, Game]]", &[kind(U8(1)), kind(U8(2))]),
            "ListReader`1[[Game.Kind, Game]] EnumReader`1[[Game.Kind, Game]] ByteReader",
            b"\x01\x02\0\0\0\x01\x02",
        ),
        (
            typed("Graphics.Texture2D[], G", &[Reference("Data/A".to_owned()), Null]),
            "ArrayReader`1[[Graphics.Texture2D, G]] ExternalReferenceReader",
            b"\x01\x02\0\0\0\x02\x01A\0",
        ),
    ];
    for (root, readers, content) in cases {
        let shown = format!("{root:?}");
        assert_eq!(written(root, ""), Ok((readers.to_owned(), content.to_vec())), "{shown}");
    }
}

#[test]
fn the_root_s_type_may_be_given() {
    use DataValue::{F64, I64};
    let items = record(&[("a", list(&[I64(1), I64(300)])), ("b", list(&[]))]);
    let found = written(items.clone(), "Dictionary[string,int[]]").unwrap();
    let readers = "DictionaryReader`2[[String],[Int32[]]] StringReader ArrayReader`1[[Int32]] Int32Reader";
    assert_eq!(found.0, readers);
    assert_eq!(found.1, b"\x01\x02\0\0\0\x02\x01a\x03\x02\0\0\0\x01\0\0\0\x2c\x01\0\0\x02\x01b\x03\0\0\0\0");
    assert_eq!(written(F64(0.1), "float").unwrap().1, b"\x01\xcd\xcc\xcc\x3d");

    let cases = [
        (items.clone(), "Dictionary[string,byte[]]", "R0093 `a[1]` has type i64, expected Byte"),
        (items, "List[int]", "R0093 the root has type record, expected List<Int32>"),
        (I64(1), "List[int", "R0093 parameter `root_type`: Rigmill cannot write the type \"List[int\""),
    ];
    for (root, name, expected) in cases {
        let found = written(root, name).unwrap_err();
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn what_xna_cannot_hold_is_reported_with_its_location() {
    use DataValue::{Char, F64, I64, Null, U8};
    let cases = [
        (Null, "R0092 the data is null"),
        (record(&[("a", list(&[Char('😀')]))]), "R0092 `a[0]`: the character is above U+FFFF"),
        (map("", &[(text("a"), U8(1)), (Null, U8(2))]), "R0092 the root: a key of a dictionary is null"),
        (
            map("", &[(text("a"), U8(1)), (text("a"), U8(2))]),
            "R0092 the root: entry 1 of the dictionary has the same key as an earlier entry",
        ),
        (
            list(&[map("", &[(I64(1), U8(1)), (F64(1.0), U8(2))])]),
            "R0092 `[0]`: entry 1 of the dictionary has the same key",
        ),
        (list(&[F64(0.5), I64(i64::MAX)]), "R0092 `[1]`: the number cannot become a Double without loss"),
    ];
    for (root, expected) in cases {
        let found = written(root, "").unwrap_err();
        assert!(found.starts_with(expected), "{found}");
    }
}
