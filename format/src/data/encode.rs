//! Encodes values to sections.

use super::records::{NodeRecord, Tables};
use super::value::{Data, DataValue};
use crate::EncodeError;
use crate::layout::{Span, append, append_text, count};

/// A value of the tree and, if it is a field of a record, its name.
type Entry<'a> = (&'a DataValue, Option<&'a str>);

impl Tables {
    pub(super) fn new(data: &Data) -> Result<Self, EncodeError> {
        let entries = level_by_level(&data.root);
        count(entries.len(), "values")?;
        let names = Names::new(&entries);
        let mut tables = Self::default();
        for name in &names.strings {
            tables.strings.push(append_text(&mut tables.text, name)?);
        }
        for name in &names.types {
            tables.types.push(names.string(name)?);
        }
        let mut next = 1;
        for (value, name) in entries {
            let node = tables.node(value, name, &names, &mut next)?;
            tables.nodes.push(node);
        }
        Ok(tables)
    }

    /// Creates the record of a value. Its child values start at node `next`.
    fn node(
        &mut self,
        value: &DataValue,
        name: Option<&str>,
        names: &Names<'_>,
        next: &mut u32,
    ) -> Result<NodeRecord, EncodeError> {
        let name = name.map_or(Ok(0), |name| count(names.string(name)? as usize + 1, "strings"))?;
        let (low, high) = match children(value) {
            Some(children) => {
                let (first, children) = (*next, count(children, "values")?);
                *next = next.saturating_add(children);
                (first, children)
            }
            None => self.payload(value, names)?,
        };
        Ok(NodeRecord { kind: value.kind().number(), type_number: names.type_number(value)?, name, low, high })
    }

    /// The fields `low` and `high` of a value without child values.
    fn payload(&mut self, value: &DataValue, names: &Names<'_>) -> Result<(u32, u32), EncodeError> {
        let mut floats = |floats: &[f32]| {
            let words: Vec<u32> = floats.iter().map(|float| float.to_bits()).collect();
            append(&mut self.words, &words, "numbers").map(pair)
        };
        Ok(match value {
            DataValue::Bool(value) => (u32::from(*value), 0),
            DataValue::I8(value) => halves(i64::from(*value).cast_unsigned()),
            DataValue::I16(value) => halves(i64::from(*value).cast_unsigned()),
            DataValue::I32(value) => halves(i64::from(*value).cast_unsigned()),
            DataValue::I64(value) => halves(value.cast_unsigned()),
            DataValue::U8(value) => halves(u64::from(*value)),
            DataValue::U16(value) => halves(u64::from(*value)),
            DataValue::U32(value) => halves(u64::from(*value)),
            DataValue::U64(value) => halves(*value),
            DataValue::F32(value) => (value.to_bits(), 0),
            DataValue::F64(value) => halves(value.to_bits()),
            DataValue::Char(value) => (u32::from(*value), 0),
            DataValue::Text(text) | DataValue::Reference(text) => (names.string(text)?, 0),
            DataValue::Bytes(bytes) => pair(append(&mut self.bytes, bytes, "bytes")?),
            DataValue::Vector2([x, y]) => (x.to_bits(), y.to_bits()),
            DataValue::Color(color) => (u32::from_le_bytes(*color), 0),
            DataValue::Point([x, y]) => (x.cast_unsigned(), y.cast_unsigned()),
            DataValue::Vector3(vector) => floats(vector)?,
            DataValue::Vector4(four)
            | DataValue::Quaternion(four)
            | DataValue::BoundingSphere(four)
            | DataValue::Plane(four) => floats(four)?,
            DataValue::BoundingBox(six) | DataValue::Ray(six) => floats(six)?,
            DataValue::Matrix(matrix) => floats(matrix)?,
            DataValue::Rectangle(rectangle) => {
                pair(append(&mut self.words, &rectangle.map(i32::cast_unsigned), "numbers")?)
            }
            DataValue::Null | DataValue::Enum(_) | DataValue::List(_) | DataValue::Map(_) | DataValue::Record(_) => {
                (0, 0)
            }
        })
    }
}

fn pair(span: Span) -> (u32, u32) {
    (span.first, span.count)
}

fn halves(bits: u64) -> (u32, u32) {
    #[expect(clippy::cast_possible_truncation, reason = "each half is wanted")]
    let halves = (bits as u32, (bits >> 32) as u32);
    halves
}

/// The number of child values; `None` for kinds that have none.
fn children(value: &DataValue) -> Option<usize> {
    match value {
        DataValue::Enum(_) => Some(1),
        DataValue::List(list) => Some(list.items.len()),
        DataValue::Map(map) => Some(2 * map.entries.len()),
        DataValue::Record(record) => Some(record.fields.len()),
        _ => None,
    }
}

/// All values of a tree in the order of their nodes. Not recursive, so that a tree that is too deep causes an error instead of
/// a stack overflow.
fn level_by_level(root: &DataValue) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = vec![(root, None)];
    let mut at = 0;
    while let Some((value, _)) = entries.get(at) {
        match *value {
            DataValue::Enum(value) => entries.push((&value.value, None)),
            DataValue::List(list) => entries.extend(list.items.iter().map(|item| (item, None))),
            DataValue::Map(map) => {
                entries.extend(map.entries.iter().flat_map(|(key, value)| [(key, None), (value, None)]));
            }
            DataValue::Record(record) => {
                entries.extend(record.fields.iter().map(|field| (&field.value, Some(field.name.as_str()))));
            }
            _ => {}
        }
        at += 1;
    }
    entries
}

/// The strings and the type names of a tree, in ascending order and without duplicates.
struct Names<'a> {
    strings: Vec<&'a str>,
    types: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn new(entries: &[Entry<'a>]) -> Self {
        let type_names = entries.iter().map(|(value, _)| value.type_name()).filter(|name| !name.is_empty());
        let types = ascending(type_names.collect());
        let names = entries.iter().filter_map(|(_, name)| *name);
        let texts = entries.iter().filter_map(|(value, _)| match *value {
            DataValue::Text(text) | DataValue::Reference(text) => Some(text.as_str()),
            _ => None,
        });
        let strings = ascending(names.chain(texts).chain(types.iter().copied()).collect());
        Self { strings, types }
    }

    /// The index of a string, which must be in the list.
    fn string(&self, text: &str) -> Result<u32, EncodeError> {
        count(self.strings.binary_search(&text).unwrap_or_default(), "strings")
    }

    fn type_number(&self, value: &DataValue) -> Result<u16, EncodeError> {
        if value.type_name().is_empty() {
            return Ok(0);
        }
        let number = self.types.binary_search(&value.type_name()).unwrap_or_default() + 1;
        let too_many = |_| EncodeError::TooMany { what: "type names", found: self.types.len(), limit: 0xFFFF };
        u16::try_from(number).map_err(too_many)
    }
}

fn ascending(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names.dedup();
    names
}
