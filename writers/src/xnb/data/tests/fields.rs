//! Tests of game data that is written field by field.

use rigmill_format::{Data, DataField, DataValue};
use rigmill_pipeline::{WriteContext, Writer};

use super::super::{XnbDataWriter, fields};
use super::{list, map, named, record, text};
use crate::xnb::params::DataLayout;
use crate::{ReaderName, XnbDataParams};

/// Returns the bytes that the reader reads, or the message of the diagnostic.
fn written(fields: &[(&str, DataValue)]) -> Result<Vec<u8>, String> {
    let DataValue::Record(mut root) = record(fields) else { panic!("no record") };
    root.fields.insert(0, DataField::in_order());
    let reader = ReaderName::try_from("Game.R, Game".to_owned()).unwrap();
    let params = XnbDataParams { layout: DataLayout::Fields, reader: Some(reader), ..XnbDataParams::default() };
    let mut ctx = WriteContext::new("Data/Level");
    match XnbDataWriter.write(&Data { root: DataValue::Record(root) }, &params, &mut ctx) {
        Ok(bytes) => Ok(bytes[10..].strip_prefix(b"\x01\x0cGame.R, Game\0\0\0\0\0\x01").unwrap().to_vec()),
        Err(_) => Err(ctx.finish().iter().map(|said| format!("{} {}", said.code, said.message)).collect()),
    }
}

#[test]
fn each_kind_of_value_has_its_bytes() {
    let cases: &[(DataValue, &[u8])] = &[
        (DataValue::Null, b""),
        (DataValue::Bool(true), b"\x01"),
        (DataValue::I8(-1), b"\xff"),
        (DataValue::U16(513), b"\x01\x02"),
        (DataValue::I32(-2), b"\xfe\xff\xff\xff"),
        (DataValue::U64(1), b"\x01\0\0\0\0\0\0\0"),
        (DataValue::F32(1.0), b"\0\0\x80\x3f"),
        (DataValue::F64(-0.0), b"\0\0\0\0\0\0\0\x80"),
        (DataValue::Char('é'), "é".as_bytes()),
        (text("é"), b"\x02\xc3\xa9"),
        (DataValue::Vector2([1.0, -2.0]), b"\0\0\x80\x3f\0\0\0\xc0"),
        (DataValue::Color([1, 2, 3, 4]), b"\x01\x02\x03\x04"),
        (DataValue::Point([1, -1]), b"\x01\0\0\0\xff\xff\xff\xff"),
        (named("Kind", DataValue::I32(7)), b"\x07\0\0\0"),
        (DataValue::Reference("Images/Bark".to_owned()), b"\x0e..\\Images\\Bark"),
        (list(&[]), b"\0\0\0\0"),
        (
            list(&[record(&[("a", DataValue::Bool(false)), ("b", list(&[DataValue::U8(9)]))]), record(&[])]),
            b"\x02\0\0\0\0\x01\0\0\0\x09",
        ),
    ];
    for (value, expected) in cases {
        let found =
            written(&[("Before", DataValue::U8(0xaa)), ("Value", value.clone()), ("After", DataValue::U8(0xbb))]);
        assert_eq!(found.as_deref(), Ok([b"\xaa", *expected, b"\xbb"].concat().as_slice()), "{value:?}");
    }
}

#[test]
fn what_no_reader_reads_is_refused_with_its_place() {
    let cases = [
        (DataValue::Bytes(vec![1]), "a value of the type bytes cannot be written here"),
        (map("", &[]), "a value of the type map cannot be written here"),
        (named("Kind", text("Sword")), "the value of the enum has a name, but no number"),
        (DataValue::Char('\u{1f600}'), "the character is above U+FFFF, but a .NET Char ends at U+FFFF"),
    ];
    for (value, fact) in cases {
        let found = written(&[("A", list(&[record(&[("B", value)])]))]);
        assert_eq!(found, Err(format!("R0092 `A[0].B`: {fact}")));
    }
}

#[test]
fn data_without_the_mark_is_refused() {
    let reader = ReaderName::try_from("Game.R, Game".to_owned()).unwrap();
    for root in [record(&[]), record(&[("$layout", text("values"))]), list(&[]), DataValue::Null] {
        assert_eq!(fields::object(&root, &reader, "A").unwrap_err().code, "R0094");
    }
}
