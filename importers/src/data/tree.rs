//! [`Node`]: parsed game data. Each part has its span in the source.

use std::collections::HashMap;

use rigmill_dom::{DataField, DataList, DataMap, DataRecord, DataValue, Located};

use crate::syntax::Positions;
use crate::syntax::Span;

/// A parsed source.
pub(super) struct Document {
    /// The name of the root element, if the format has one.
    pub(super) name: Option<String>,
    pub(super) root: Node,
}

/// A value with its span.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) value: Value,
    pub(super) span: Span,
}

/// A parsed value. Type names are empty if the source does not state them.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A value that contains no other values. Text from XML may become a value of a different type later.
    Leaf(DataValue),
    List {
        type_name: String,
        items: Vec<Node>,
    },
    Map {
        type_name: String,
        entries: Vec<(Node, Node)>,
    },
    /// Fields in order. In XML, a name may occur several times, which means a list.
    Record {
        type_name: String,
        fields: Vec<Field>,
    },
}

/// A field of a record.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) name_span: Span,
    pub(super) value: Node,
}

impl Node {
    pub(super) const fn leaf(value: DataValue, span: Span) -> Self {
        Self { value: Value::Leaf(value), span }
    }

    pub(super) fn text(text: impl Into<String>, span: Span) -> Self {
        Self::leaf(DataValue::Text(text.into()), span)
    }

    /// Returns the value of a record's field.
    pub(super) fn field(&self, name: &str) -> Option<&Value> {
        let Value::Record { fields, .. } = &self.value else { return None };
        fields.iter().find(|field| field.name == name).map(|field| &field.value.value)
    }

    /// Describes the kind of value, for messages.
    pub(super) fn what(&self) -> &'static str {
        match &self.value {
            Value::Leaf(value) => value.what(),
            Value::List { .. } => "a list",
            Value::Map { .. } => "a map",
            Value::Record { .. } => "a record",
        }
    }

    /// Returns the text, if the value is text.
    pub(super) fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Leaf(DataValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Converts the value to its type in the dom, with the types that the source states.
    pub(super) fn finish(self, positions: &Positions<'_>) -> Located<DataValue> {
        let position = positions.at(self.span.start);
        let value = match self.value {
            Value::Leaf(value) => value,
            Value::List { type_name, items } => {
                let items = items.into_iter().map(|item| item.finish(positions)).collect();
                DataValue::List(DataList { type_name, items }.into())
            }
            Value::Map { type_name, entries } => {
                let finish = |(key, value): (Self, Self)| (key.finish(positions), value.finish(positions));
                DataValue::Map(DataMap { type_name, entries: entries.into_iter().map(finish).collect() }.into())
            }
            Value::Record { type_name, fields } => finish_record(type_name, fields, positions),
        };
        Located::new(value, position)
    }
}

/// Converts the fields of a record. If all fields (at least two) have the same name, the result is a list. If only some have
/// the same name, the record contains a list of their values.
fn finish_record(type_name: String, fields: Vec<Field>, positions: &Positions<'_>) -> DataValue {
    let names = fields.len();
    let fields = by_name(fields);
    match <[Vec<Field>; 1]>::try_from(fields) {
        Ok([same]) if names > 1 => DataValue::List(finish_list(type_name, same, positions).into()),
        Ok(fields) => finish_fields(type_name, fields.into(), positions),
        Err(fields) => finish_fields(type_name, fields, positions),
    }
}

fn finish_fields(type_name: String, fields: Vec<Vec<Field>>, positions: &Positions<'_>) -> DataValue {
    let fields = fields.into_iter().filter_map(|mut same| {
        let first = same.first()?;
        let name = Located::new(first.name.clone(), positions.at(first.name_span.start));
        let value = if same.len() > 1 {
            let position = positions.at(first.value.span.start);
            Located::new(DataValue::List(finish_list(String::new(), same, positions).into()), position)
        } else {
            same.pop()?.value.finish(positions)
        };
        Some(DataField { name, value })
    });
    DataValue::Record(DataRecord { type_name, fields: fields.collect() }.into())
}

/// Converts the values of fields to items. If an item is a record, the name of its field becomes its type name, as in
/// XmlSerializer.
fn finish_list(type_name: String, fields: Vec<Field>, positions: &Positions<'_>) -> DataList {
    let items = fields.into_iter().map(|mut field| {
        if let Value::Record { type_name, .. } = &mut field.value.value
            && type_name.is_empty()
        {
            *type_name = field.name;
        }
        field.value.finish(positions)
    });
    DataList { type_name, items: items.collect() }
}

/// Groups fields by name, in the order in which each name first occurs.
fn by_name(fields: Vec<Field>) -> Vec<Vec<Field>> {
    let mut indices: HashMap<String, usize> = HashMap::with_capacity(fields.len());
    let mut found: Vec<Vec<Field>> = Vec::new();
    for field in fields {
        let index = *indices.entry(field.name.clone()).or_insert(found.len());
        match found.get_mut(index) {
            Some(same) => same.push(field),
            None => found.push(vec![field]),
        }
    }
    found
}
