//! Decodes data without names and types, field by field, in the order of a complete schema.

use std::collections::HashMap;

use rigmill_dom::{DataReference, DataValue};

use super::types::{Enumerator, Presence, Schema, Type};
use crate::codes;
use crate::data::basic::Basic;
use crate::data::budget::Budget;
use crate::data::tree::{Document, Field, Node, Value};
use crate::report::{Problem, Result};
use crate::syntax::Span;

/// A sequence of fields.
pub(crate) trait FieldSource {
    /// Reads a value of a basic type.
    fn basic(&mut self, basic: Basic) -> Result<DataValue>;
    /// Reads the count of a list. The count must be limited by the size of the source.
    fn count(&mut self) -> Result<usize>;
    /// Reads the name of an asset, and converts it to a path in the project.
    fn reference(&mut self) -> Result<String>;
    /// Checks that there are no fields left.
    fn end(&mut self) -> Result<()>;
}

impl Schema {
    /// Decodes fields to the same document that any other source of this data gives.
    pub(in crate::data) fn decode(&self, fields: &mut dyn FieldSource) -> Result<Document> {
        let Some((name, is)) = self.root.as_ref().filter(|_| self.complete) else {
            let fact = "the schema does not specify the order of all fields";
            return Err(Problem::new(codes::SCHEMA_FILE, fact, "add `complete = true` to the schema"));
        };
        let mut decoder = Decoder { schema: self, fields, budget: Budget::new() };
        let root = decoder.value(is, name, 1)?;
        decoder.fields.end()?;
        Ok(Document { name: Some(name.clone()), root })
    }
}

struct Decoder<'s, 'f> {
    schema: &'s Schema,
    fields: &'f mut dyn FieldSource,
    budget: Budget,
}

/// What an earlier field stated about a field.
enum Announced<'s> {
    Absent,
    Present,
    /// The field is present. It is a record whose field with this name must contain this number.
    Counted(&'s str, i32),
}

impl<'s> Decoder<'s, '_> {
    fn value(&mut self, is: &Type, name: &str, depth: usize) -> Result<Node> {
        let span = Span::default();
        self.budget.enter(depth, span)?;
        let value = match is {
            Type::Basic(basic, _) => Value::Leaf(self.fields.basic(*basic)?),
            Type::Enum { values, .. } => Value::Leaf(DataValue::Text(self.enumerator(values, name)?)),
            Type::Reference(target) => {
                let path = self.fields.reference()?;
                // The schema's label is added to the path again later.
                let path = path.strip_suffix(&target.label).unwrap_or(&path).to_owned();
                Value::Leaf(DataValue::Reference(DataReference { path, ..DataReference::default() }.into()))
            }
            Type::List { item, .. } => {
                let count = self.fields.count()?;
                let items = (0..count).map(|_| self.value(item, name, depth + 1)).collect::<Result<_>>()?;
                Value::List { type_name: String::new(), items }
            }
            Type::Record(record) => self.record(record, depth)?,
            // A complete schema contains none of these types.
            Type::Any | Type::Map { .. } | Type::Presence(_) => Value::Leaf(DataValue::Null),
        };
        Ok(Node { value, span })
    }

    fn enumerator(&mut self, values: &[Enumerator], name: &str) -> Result<String> {
        let number = self.number()?;
        let found = values.iter().find(|value| value.number == number);
        found.map(|value| value.name.clone()).ok_or_else(|| {
            let fact = format!("`{name}` is {number}, which is not a value of its enum");
            Problem::new(codes::DATA_ENUM, fact, "add the value to the enum in the schema, if the game has this value")
        })
    }

    fn record(&mut self, record: &str, depth: usize) -> Result<Value> {
        let schema = self.schema;
        let mut announced = HashMap::new();
        let mut fields = Vec::new();
        for (name, rule) in schema.records.get(record).into_iter().flat_map(|record| record.in_order()) {
            if let Type::Presence(presence) = &rule.is {
                announced.insert(presence.of.as_str(), self.announced(presence)?);
                continue;
            }
            let value = match announced.remove(name) {
                Some(Announced::Absent) => {
                    self.budget.take(Span::default())?;
                    Node::leaf(DataValue::Null, Span::default())
                }
                Some(Announced::Counted(field, count)) => {
                    let value = self.value(&rule.is, name, depth + 1)?;
                    check_count(&value, name, field, count)?;
                    value
                }
                Some(Announced::Present) | None => self.value(&rule.is, name, depth + 1)?,
            };
            fields.push(Field { name: name.to_owned(), name_span: Span::default(), value });
        }
        Ok(Value::Record { type_name: record.to_owned(), fields })
    }

    fn announced(&mut self, presence: &'s Presence) -> Result<Announced<'s>> {
        Ok(match &presence.count {
            None if self.fields.basic(Basic::Bool)? == DataValue::Bool(true) => Announced::Present,
            None => Announced::Absent,
            Some(field) => match self.number()? {
                0 => Announced::Absent,
                count => Announced::Counted(field, count),
            },
        })
    }

    fn number(&mut self) -> Result<i32> {
        Ok(if let DataValue::I32(number) = self.fields.basic(Basic::I32)? { number } else { 0 })
    }
}

/// Checks that a record contains the number with which it was announced.
fn check_count(value: &Node, name: &str, field: &str, announced: i32) -> Result<()> {
    match value.field(field) {
        Some(Value::Leaf(DataValue::I32(found))) if *found != announced => {
            let fact = format!("`{name}.{field}` is {found}, but the number before `{name}` is {announced}");
            Err(Problem::new(codes::DATA_VALUE, fact, "check that `schema` is the right schema for this file"))
        }
        _ => Ok(()),
    }
}
