//! Game data, for people and as JSON.

use std::fmt::Write;

use rigmill_format::{ContentType, DataValueView, DataView};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::output::object::object;
use crate::output::printable::escaped;

/// Limits of the text form: values, and characters of a string.
const MAX_LINES: usize = 400;
const LONGEST_TEXT: usize = 80;

pub(super) fn data_json(version: u16, data: DataView<'_>) -> impl Serialize {
    object! {
        r#type: ContentType::Data.name(),
        content_version: version,
        values: data.len(),
        tree: Tree(data.root()),
    }
}

/// A value as JSON. Vectors are lists of numbers. Maps are objects if all keys are texts, and lists of pairs otherwise. The type
/// of a record, if it has one, is `$type`.
pub(super) struct Tree<'a>(pub(super) DataValueView<'a>);

impl Serialize for Tree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            DataValueView::Null => serializer.serialize_unit(),
            DataValueView::Bool(value) => serializer.serialize_bool(value),
            DataValueView::F32(value) if value.is_finite() => serializer.serialize_f32(value),
            DataValueView::F64(value) if value.is_finite() => serializer.serialize_f64(value),
            DataValueView::F32(value) => serializer.collect_str(&value),
            DataValueView::F64(value) => serializer.collect_str(&value),
            DataValueView::U64(value) => serializer.serialize_u64(value),
            DataValueView::Char(value) => serializer.serialize_char(value),
            DataValueView::Text(text) | DataValueView::Reference(text) => serializer.serialize_str(text),
            DataValueView::Bytes(bytes) => bytes.serialize(serializer),
            DataValueView::Vector2(it) => it.serialize(serializer),
            DataValueView::Vector3(it) => it.serialize(serializer),
            DataValueView::Vector4(it)
            | DataValueView::Quaternion(it)
            | DataValueView::BoundingSphere(it)
            | DataValueView::Plane(it) => it.serialize(serializer),
            DataValueView::BoundingBox(it) | DataValueView::Ray(it) => it.serialize(serializer),
            DataValueView::Matrix(it) => it.serialize(serializer),
            DataValueView::Color(it) => it.serialize(serializer),
            DataValueView::Point(it) => it.serialize(serializer),
            DataValueView::Rectangle(it) => it.serialize(serializer),
            DataValueView::Enum(value) => Tree(value.value()).serialize(serializer),
            DataValueView::List(list) => serializer.collect_seq(list.iter().map(Tree)),
            DataValueView::Map(map) if map.iter().all(|(key, _)| key.as_str().is_some()) => {
                serializer.collect_map(map.iter().map(|(key, value)| (key.as_str().unwrap_or_default(), Tree(value))))
            }
            DataValueView::Map(map) => {
                let mut pairs = serializer.serialize_seq(Some(map.len()))?;
                for (key, value) in map.iter() {
                    pairs.serialize_element(&(Tree(key), Tree(value)))?;
                }
                pairs.end()
            }
            DataValueView::Record(record) => {
                let mut object = serializer.serialize_map(None)?;
                if !record.type_name().is_empty() {
                    object.serialize_entry("$type", record.type_name())?;
                }
                for (name, value) in record.fields() {
                    object.serialize_entry(name, &Tree(value))?;
                }
                object.end()
            }
            whole => serializer.serialize_i64(whole.as_i64().unwrap_or_default()),
        }
    }
}

/// The tree, one line per value.
pub(super) fn data_tree(data: DataView<'_>) -> String {
    let mut text = format!("\n{} values\n", data.len());
    let mut left = MAX_LINES;
    show("", data.root(), 1, &mut left, &mut text);
    if data.len() > MAX_LINES {
        let _ = writeln!(text, "  … {} values in all, --json shows them", data.len());
    }
    text
}

/// Writes a value and its children. The depth of a tree is bounded.
fn show(name: &str, value: DataValueView<'_>, depth: usize, left: &mut usize, text: &mut String) {
    let Some(fewer) = left.checked_sub(1) else { return };
    *left = fewer;
    let indent = 2 * depth;
    let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
    let _ = writeln!(text, "{:indent$}{}", "", escaped(&(name + &summary(value))));
    match value {
        DataValueView::List(list) => list.iter().for_each(|item| show("", item, depth + 1, left, text)),
        DataValueView::Map(map) => {
            for (key, value) in map.iter() {
                show(&summary(key), value, depth + 1, left, text);
            }
        }
        DataValueView::Record(record) => {
            for (name, value) in record.fields() {
                show(name, value, depth + 1, left, text);
            }
        }
        _ => {}
    }
}

/// A value in one line, without its children.
fn summary(value: DataValueView<'_>) -> String {
    let typed = |kind: &str, count: usize, name: &str| match name {
        "" => format!("{kind} of {count}"),
        name => format!("{kind} of {count}, {name}"),
    };
    match value {
        DataValueView::Text(text) => shortened(text),
        DataValueView::Reference(name) => format!("-> {name}"),
        DataValueView::Enum(it) => format!("{} {}", it.type_name(), summary(it.value())).trim_start().to_owned(),
        DataValueView::Bytes(bytes) => format!("{} bytes", bytes.len()),
        DataValueView::List(list) => typed("list", list.len(), list.type_name()),
        DataValueView::Map(map) => typed("map", map.len(), map.type_name()),
        DataValueView::Record(record) => typed("record", record.len(), record.type_name()),
        DataValueView::Null => "null".to_owned(),
        other => format!("{} {}", other.kind(), serde_json::to_string(&Tree(other)).unwrap_or_default()),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
