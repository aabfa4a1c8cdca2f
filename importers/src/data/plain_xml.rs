//! Reads XML as XmlSerializer writes it: elements are fields, and text contains values.

use rigmill_dom::DataValue;

use super::budget::Budget;
use super::tree::{Field, Node, Value};
use crate::report::Result;
use crate::syntax::xml::{Content, Cursor, Element, SCHEMA_INSTANCE};

/// The name of the field that contains the text of an element with attributes.
const TEXT_FIELD: &str = "$text";

/// Reads an element to its end.
///
/// A nil element becomes null. An element that contains only text becomes this text, unchanged; white space alone does not
/// count as text. Every other element becomes a record with its attributes, then its child elements, in order.
pub(super) fn read(cursor: &mut Cursor<'_>, element: &Element<'_>, budget: &mut Budget) -> Result<Node> {
    budget.take(element.span)?;
    let mut type_name = String::new();
    let mut fields = Vec::new();
    for attribute in cursor.attributes() {
        match (attribute.namespace.as_str(), attribute.local) {
            (SCHEMA_INSTANCE, "type") => type_name = attribute.value.into_owned(),
            ("", name) => {
                let value = Node::text(attribute.value, attribute.span);
                fields.push(Field { name: name.to_owned(), name_span: attribute.span, value });
            }
            _ => {}
        }
    }
    let span = element.span;
    match cursor.content(element)? {
        Content::Elements(first) => read_fields(cursor, first, &mut fields, budget)?,
        Content::Text(_) if element.nil => return Ok(Node::leaf(DataValue::Null, span)),
        Content::Text(text) => {
            let value = if text.value.trim().is_empty() { "".into() } else { text.value };
            let is_empty = value.is_empty();
            let text = Node::text(value, text.span);
            if fields.is_empty() && (type_name.is_empty() || !is_empty) {
                return Ok(text);
            }
            if !is_empty {
                fields.push(Field { name: TEXT_FIELD.to_owned(), name_span: text.span, value: text });
            }
        }
    }
    let value = if element.nil { Value::Leaf(DataValue::Null) } else { Value::Record { type_name, fields } };
    Ok(Node { value, span })
}

/// Reads an element and its following siblings.
fn read_fields<'a>(
    cursor: &mut Cursor<'a>,
    first: Element<'a>,
    fields: &mut Vec<Field>,
    budget: &mut Budget,
) -> Result<()> {
    let mut next = Some(first);
    while let Some(element) = next {
        let value = read(cursor, &element, budget)?;
        fields.push(Field { name: element.local().to_owned(), name_span: element.span, value });
        next = cursor.next_child()?;
    }
    Ok(())
}
