//! Reads XNA's intermediate XML: `<XnaContent><Asset Type="…">`.
//!
//! A type is known only if the file names it. Values inside a type of the game are read as written.

use std::collections::HashMap;

use rigmill_dom::{DataEnum, DataReference, DataValue};
use rigmill_pipeline::SourcePath;

use super::budget::Budget;
use super::convert::{Convert, Range};
use super::reference_path::reference_path;
use super::tree::{Field, Node, Value};
use super::type_name::{Form, TypeName};
use crate::codes;
use crate::report::{Problem, Problems, Result, shortened};
use crate::syntax::Span;
use crate::syntax::xml::{Content, Cursor, Element};

/// The name of the root element.
pub(super) const ROOT: &str = "XnaContent";

/// Reads the content of the root element: the asset, with its references as paths relative to `source`.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    root: &Element<'_>,
    source: &SourcePath,
    budget: &mut Budget,
) -> Result<Node> {
    let mut asset = None;
    let mut files = HashMap::new();
    while let Some(child) = cursor.next_child()? {
        match child.name() {
            "Asset" if asset.is_none() => asset = Some(read_value(cursor, &child, budget)?),
            "Asset" => cursor.skip_repeated(&child)?,
            "ExternalReferences" => read_files(cursor, &mut files)?,
            "Resources" => return Err(shared(child.span)),
            _ => cursor.skip_unknown(&child, &["Asset", "ExternalReferences"])?,
        }
    }
    let Some(mut asset) = asset else {
        let help = "put the data inside `<Asset Type=\"…\">`";
        return Err(Problem::new(codes::DATA_ROOT, "there is no `Asset` element", help).at(root.span));
    };
    Links { source, files: &files }.link(&mut asset, cursor.problems());
    Ok(asset)
}

fn shared(span: Span) -> Problem {
    let help =
        "replace each reference with a copy of the resource, or make the resource a separate asset and refer to it";
    Problem::new(codes::DATA_SHARED, "shared resources are not supported", help).at(span)
}

/// Reads an element as a value of its `Type`.
fn read_value(cursor: &mut Cursor<'_>, element: &Element<'_>, budget: &mut Budget) -> Result<Node> {
    budget.take(element.span)?;
    let (mut type_name, mut is_null) = (None, false);
    for attribute in cursor.attributes() {
        match (attribute.namespace.as_str(), attribute.local) {
            ("", "Type") => type_name = parse_type(cursor, &attribute.value, attribute.span),
            ("", "Null") => is_null = matches!(attribute.value.trim(), "true" | "1"),
            _ => {}
        }
    }
    let node = read_content(cursor, element, budget)?;
    if is_null {
        return Ok(Node::leaf(DataValue::Null, node.span));
    }
    match type_name {
        Some(type_name) => Ok(typed(node, &type_name, element.local(), cursor.problems())),
        None => Ok(node),
    }
}

fn parse_type(cursor: &mut Cursor<'_>, text: &str, span: Span) -> Option<TypeName> {
    match TypeName::parse(text, |prefix| cursor.namespace(prefix).map(str::to_owned)) {
        Ok(name) => Some(name),
        Err(problem) => {
            cursor
                .problems()
                .error(|| problem.in_part(format!("the type name {:?} is not valid", shortened(text))).at(span));
            None
        }
    }
}

fn read_content(cursor: &mut Cursor<'_>, element: &Element<'_>, budget: &mut Budget) -> Result<Node> {
    let first = match cursor.content(element)? {
        Content::Elements(first) => first,
        Content::Text(text) if text.value.trim().is_empty() => return Ok(Node::text("", text.span)),
        Content::Text(text) => return Ok(Node::text(text.value, text.span)),
    };
    let mut fields = Vec::new();
    let mut next = Some(first);
    while let Some(child) = next {
        let value = read_value(cursor, &child, budget)?;
        fields.push(Field { name: child.local().to_owned(), name_span: child.span, value });
        next = cursor.next_child()?;
    }
    shape(fields, element.span)
}

/// Recognizes the shape of fields: a list of items, a map of keys and values, a reference, or a record.
fn shape(fields: Vec<Field>, span: Span) -> Result<Node> {
    let type_name = String::new();
    let value = match fields.as_slice() {
        [field] if field.name == "Reference" && id(field).is_some() => {
            let id = id(field).unwrap_or_default().to_owned();
            if id.starts_with("#Resource") {
                return Err(shared(field.value.span));
            }
            Value::Leaf(DataValue::Reference(DataReference { path: id, ..Default::default() }.into()))
        }
        _ if fields.iter().all(|field| field.name == "Item") => {
            if fields.iter().all(is_entry) {
                Value::Map { type_name, entries: fields.into_iter().filter_map(entry).collect() }
            } else {
                Value::List { type_name, items: fields.into_iter().map(|field| field.value).collect() }
            }
        }
        _ => Value::Record { type_name, fields },
    };
    Ok(Node { value, span })
}

/// Returns the ID in a `Reference`.
fn id(field: &Field) -> Option<&str> {
    field.value.as_text().map(str::trim).filter(|text| text.starts_with('#'))
}

fn is_entry(field: &Field) -> bool {
    let Value::Record { fields, .. } = &field.value.value else { return false };
    matches!(fields.as_slice(), [key, value] if key.name == "Key" && value.name == "Value")
}

fn entry(field: Field) -> Option<(Node, Node)> {
    let Value::Record { fields, .. } = field.value.value else { return None };
    let [key, value] = <[Field; 2]>::try_from(fields).ok()?;
    Some((key.value, value.value))
}

/// Converts a value to a known type. A value that does not match is reported, and stays unchanged.
fn typed(node: Node, type_name: &TypeName, name: &str, problems: &mut Problems) -> Node {
    let span = node.span;
    let value = match (type_name.form(), node.value) {
        (Form::Nullable(inner), value) => return typed(Node { value, span }, inner, name, problems),
        (_, Value::Leaf(DataValue::Null)) => Value::Leaf(DataValue::Null),
        (Form::Basic(basic), value) => {
            let made = Convert { problems, basic, range: Range::default(), name }.value(&Node { value, span });
            Value::Leaf(made.unwrap_or_default())
        }
        (Form::List(_) | Form::Map(..), value) if has_own_type(&value) => value,
        (Form::List(item), Value::List { items, .. }) => {
            let items = items.into_iter().map(|node| typed(node, item, name, problems)).collect();
            Value::List { type_name: type_name.to_string(), items }
        }
        (Form::List(item), Value::Leaf(DataValue::Text(text))) => {
            let items = list_of_text(&text, item, span, name, problems);
            Value::List { type_name: type_name.to_string(), items }
        }
        (Form::Map(key, value), Value::Map { entries, .. }) => {
            let mut entry = |(k, v)| (typed(k, key, name, problems), typed(v, value, name, problems));
            Value::Map { type_name: type_name.to_string(), entries: entries.into_iter().map(&mut entry).collect() }
        }
        (Form::Map(..), Value::Leaf(DataValue::Text(text))) if text.is_empty() => {
            Value::Map { type_name: type_name.to_string(), entries: Vec::new() }
        }
        (Form::List(_) | Form::Map(..), value) => {
            let node = Node { value, span };
            problems.error(|| {
                Problem::new(
                    codes::DATA_VALUE,
                    format!("`{name}` is {}, expected a {type_name}", node.what()),
                    "write each value as an `Item`",
                )
                .at(span)
            });
            return node;
        }
        (Form::Own, value) => match foreign(type_name) {
            Some(becomes) => {
                problems.warning(|| {
                    let fact = format!("`{name}` has the type {type_name}, which game data does not support");
                    Problem::new(
                        codes::DATA_FOREIGN,
                        format!("{fact}, so the value becomes {becomes}"),
                        "check that the game can use the converted value",
                    )
                    .at(span)
                });
                foreign_value(value, type_name)
            }
            None => own(value, type_name),
        },
    };
    Node { value, span }
}

/// Returns whether an item states its own type, which is more precise than the item type of its list or map.
const fn has_own_type(value: &Value) -> bool {
    match value {
        Value::Record { type_name, .. } | Value::List { type_name, .. } | Value::Map { type_name, .. } => {
            !type_name.is_empty()
        }
        Value::Leaf(_) => false,
    }
}

/// Describes what the values of a .NET or XNA type become, if game data cannot represent this type and it is not an enum.
fn foreign(type_name: &TypeName) -> Option<&'static str> {
    let name = type_name.to_string();
    let texts =
        ["System.Decimal", "System.DateTime", "System.DateTimeOffset", "System.TimeSpan", "System.Guid", "System.Uri"];
    let records = ["Microsoft.Xna.Framework.Curve", "Microsoft.Xna.Framework.BoundingFrustum"];
    if texts.contains(&name.as_str()) || name == "decimal" {
        Some("a string")
    } else {
        records.contains(&name.as_str()).then_some("a record of strings")
    }
}

/// Converts a value of such a type. Text stays text, because it is not an enum value.
fn foreign_value(value: Value, type_name: &TypeName) -> Value {
    match value {
        Value::Leaf(DataValue::Text(text)) => Value::Leaf(DataValue::Text(text)),
        value => own(value, type_name),
    }
}

/// Converts a value of a type of the game. Text becomes an enum value, and an empty element becomes a record without fields.
fn own(value: Value, own: &TypeName) -> Value {
    let type_name = own.to_string();
    match value {
        value if has_own_type(&value) => value,
        Value::Leaf(DataValue::Text(text)) if matches!(type_name.as_str(), "object" | "System.Object") => {
            Value::Leaf(DataValue::Text(text))
        }
        Value::Record { fields, .. } => Value::Record { type_name, fields },
        Value::List { items, .. } => Value::List { type_name, items },
        Value::Map { entries, .. } => Value::Map { type_name, entries },
        Value::Leaf(DataValue::Text(text)) if text.is_empty() => Value::Record { type_name, fields: Vec::new() },
        Value::Leaf(DataValue::Text(text)) => {
            let value = Box::new(DataValue::Text(text.trim().to_owned()));
            Value::Leaf(DataValue::Enum(DataEnum { type_name, value }.into()))
        }
        other => other,
    }
}

/// Returns the items of a list that is written as a single text: numbers separated by white space.
fn list_of_text(text: &str, item: &TypeName, span: Span, name: &str, problems: &mut Problems) -> Vec<Node> {
    let Form::Basic(basic) = item.form() else {
        if !text.is_empty() {
            problems.error(|| {
                Problem::new(
                    codes::DATA_VALUE,
                    format!("`{name}` is a string, expected items of type {item}"),
                    "write each value as an `Item`",
                )
                .at(span)
            });
        }
        return Vec::new();
    };
    let values = Convert { problems, basic, range: Range::default(), name }.values(text, span);
    values.unwrap_or_default().into_iter().map(|value| Node::leaf(value, span)).collect()
}

/// Reads the paths of external references, by ID.
fn read_files(cursor: &mut Cursor<'_>, files: &mut HashMap<String, String>) -> Result<()> {
    while let Some(child) = cursor.next_child()? {
        if child.name() != "ExternalReference" {
            cursor.skip_unknown(&child, &["ExternalReference"])?;
            continue;
        }
        let id = cursor.attributes().into_iter().find(|it| it.local == "ID").map(|it| it.value.into_owned());
        if let (Some(id), Some(path)) = (id, cursor.text(&child)?) {
            files.insert(id, path.value.trim().to_owned());
        }
    }
    Ok(())
}

/// The paths of external references.
struct Links<'f> {
    source: &'f SourcePath,
    files: &'f HashMap<String, String>,
}

impl Links<'_> {
    /// Sets the path of each external reference.
    fn link(&self, node: &mut Node, problems: &mut Problems) {
        match &mut node.value {
            Value::Leaf(DataValue::Reference(reference)) => match self.path(&reference.path) {
                Ok(path) => path.as_str().clone_into(&mut reference.path),
                Err(fact) => problems.error(|| {
                    Problem::new(
                        codes::DATA_PATH,
                        fact,
                        "in `ExternalReferences`, write the path of a file in this project, relative to this file",
                    )
                    .at(node.span)
                }),
            },
            Value::Leaf(_) => {}
            Value::List { items, .. } => items.iter_mut().for_each(|item| self.link(item, problems)),
            Value::Map { entries, .. } => {
                for (key, value) in entries {
                    self.link(key, problems);
                    self.link(value, problems);
                }
            }
            Value::Record { fields, .. } => fields.iter_mut().for_each(|field| self.link(&mut field.value, problems)),
        }
    }

    fn path(&self, id: &str) -> Result<SourcePath, String> {
        let shown = shortened(id);
        let path =
            self.files.get(id).ok_or_else(|| format!("there is no `ExternalReference` with the ID {shown:?}"))?;
        reference_path(path, |path| self.source.relative(path))
            .map_err(|fault| format!("the reference {shown:?}: {fault}"))
    }
}
