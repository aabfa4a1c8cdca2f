//! What a complete schema adds to data: the values of absent fields, and whether fields are present.

use std::collections::HashMap;

use rigmill_dom::{DataEnum, DataValue};

use super::types::{Enumerator, Presence, Record, Rule, Type};
use crate::codes;
use crate::data::budget::Budget;
use crate::data::convert::zero;
use crate::data::tree::{Field, Node, Value};
use crate::report::{Problem, Result};
use crate::syntax::Span;

impl Rule {
    /// Returns whether a complete schema has no value to use if the field is absent.
    pub(super) const fn is_irreplaceable(&self) -> bool {
        !self.nullable && matches!(self.is, Type::Record(_) | Type::Reference(_))
    }

    /// Returns the value to use if the field is absent.
    fn absent(&self) -> Value {
        match (&self.default, &self.is) {
            (Some(default), _) => Value::Leaf(default.clone()),
            (None, Type::Basic(basic, _)) if !self.nullable => Value::Leaf(zero(*basic)),
            (None, Type::Enum { name, .. }) if !self.nullable => Value::Leaf(enum_value(name, 0)),
            (None, Type::List { .. }) if !self.nullable => Value::List { type_name: String::new(), items: Vec::new() },
            _ => Value::Leaf(DataValue::Null),
        }
    }
}

impl Enumerator {
    /// Returns the value as the number that a game's own reader reads.
    pub(super) fn data(&self, type_name: &str) -> DataValue {
        enum_value(type_name, self.number)
    }
}

fn enum_value(type_name: &str, number: i32) -> DataValue {
    DataValue::Enum(DataEnum { type_name: type_name.to_owned(), value: Box::new(DataValue::I32(number)) }.into())
}

/// Returns every field that the rules define for a record at `span`, in the order of the rules.
pub(super) fn completed(found: Vec<Field>, rules: &Record, span: Span, budget: &mut Budget) -> Result<Vec<Field>> {
    let mut found: HashMap<String, Field> = found.into_iter().map(|field| (field.name.clone(), field)).collect();
    let mut fields = Vec::with_capacity(rules.order.len());
    for (name, rule) in rules.in_order() {
        let value = match &rule.is {
            Type::Presence(presence) => Value::Leaf(presence_of(found.get(&presence.of), presence)?),
            _ => match found.remove(name) {
                Some(field) => {
                    fields.push(field);
                    continue;
                }
                None => rule.absent(),
            },
        };
        budget.take(span)?;
        fields.push(Field { name: name.to_owned(), name_span: span, value: Node { value, span } });
    }
    Ok(fields)
}

/// Returns whether a field is present, in the form in which its record stores this.
fn presence_of(field: Option<&Field>, presence: &Presence) -> Result<DataValue> {
    let field = field.filter(|field| !matches!(field.value.value, Value::Leaf(DataValue::Null)));
    let Some(count) = &presence.count else { return Ok(DataValue::Bool(field.is_some())) };
    let Some(field) = field else { return Ok(DataValue::I32(0)) };
    match field.value.field(count) {
        Some(Value::Leaf(DataValue::I32(0))) => {
            let fact = format!("`{}.{count}` is 0, which the game's reader treats as an absent record", presence.of);
            let help = "write a different number, or remove the record";
            Err(Problem::new(codes::DATA_VALUE, fact, help).at(field.value.span))
        }
        Some(Value::Leaf(number)) => Ok(number.clone()),
        // The value is invalid, which was reported.
        _ => Ok(DataValue::Null),
    }
}
