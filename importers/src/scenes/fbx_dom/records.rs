//! Reads the records of a file with fbxcel.

use std::borrow::Cow;
use std::io::Cursor;

use fbxcel_dom::fbxcel::low::FbxHeader;
use fbxcel_dom::fbxcel::low::v7400::AttributeValue;
use fbxcel_dom::fbxcel::pull_parser::v7400::Parser;
use fbxcel_dom::fbxcel::tree::v7400::{Loader, NodeHandle, Tree};

use super::scan::sound_part;
use super::unsupported::malformed;
use crate::report::Result;

/// A record: a name, values, and nested records.
pub(super) type Record<'a> = NodeHandle<'a>;
/// A value of a record.
pub(super) type Value = AttributeValue;

/// Reads all records of a file.
pub(super) fn read(bytes: &[u8]) -> Result<Tree> {
    let mut source = Cursor::new(sound_part(bytes)?);
    let header = FbxHeader::load(&mut source).map_err(malformed)?;
    let mut parser = Parser::from_seekable_reader(header, source).map_err(malformed)?;
    let (tree, _) = Loader::new().load(&mut parser).map_err(malformed)?;
    Ok(tree)
}

/// Returns the first value of the first record called `name` in `record`.
pub(super) fn first<'a>(record: Record<'a>, name: &str) -> Option<&'a Value> {
    record.first_child_by_name(name)?.attributes().first()
}

pub(super) fn text_in<'a>(record: Record<'a>, name: &str) -> Option<&'a str> {
    first(record, name).and_then(text)
}

pub(super) fn text(value: &Value) -> Option<&str> {
    value.get_string()
}

/// Returns an integer of any size.
pub(super) fn whole(value: &Value) -> Option<i64> {
    Some(match *value {
        Value::Bool(value) => value.into(),
        Value::I16(value) => value.into(),
        Value::I32(value) => value.into(),
        Value::I64(value) => value,
        _ => return None,
    })
}

/// Returns a number of any type.
#[expect(clippy::cast_precision_loss, reason = "whole numbers of properties are small")]
pub(super) fn number(value: &Value) -> Option<f64> {
    match *value {
        Value::F32(value) => Some(value.into()),
        Value::F64(value) => Some(value),
        _ => whole(value).map(|value| value as f64),
    }
}

/// Returns floats; `None` if there is no such record.
pub(super) fn reals<'a>(record: Record<'a>, name: &str) -> Result<Option<Cow<'a, [f64]>>> {
    match first(record, name) {
        None => Ok(None),
        Some(Value::ArrF64(all)) => Ok(Some(Cow::Borrowed(all))),
        Some(Value::ArrF32(all)) => Ok(Some(all.iter().map(|&it| it.into()).collect())),
        Some(_) => Err(malformed(format!("{name} is not a list of numbers"))),
    }
}

/// Returns 32-bit integers; `None` if there is no such record.
pub(super) fn ints<'a>(record: Record<'a>, name: &str) -> Result<Option<&'a [i32]>> {
    match first(record, name) {
        None => Ok(None),
        Some(Value::ArrI32(all)) => Ok(Some(all)),
        Some(_) => Err(malformed(format!("{name} is not a list of whole numbers"))),
    }
}
