//! Checks data against its schema.

use std::collections::{HashMap, HashSet};

use rigmill_dom::{DataEnum, DataReference, DataValue};
use rigmill_pipeline::{SourcePath, nearest};

use super::absent::completed;
use super::types::{Enumerator, Presence, Record, Rule, Schema, Target, Type};
use crate::codes;
use crate::data::basic::Basic;
use crate::data::budget::Budget;
use crate::data::convert::{Convert, is_of, repeated_field, unknown_field};
use crate::data::reference_path::reference_path;
use crate::data::tree::{Document, Field, Node, Value};
use crate::report::{Problem, Problems, Result, known_here, shortened};
use crate::syntax::Span;

/// The number of unknown fields in a record for which a similar known field is suggested.
const MAX_MISSPELT: usize = 50;

impl Schema {
    /// Converts the document's root to the types of the schema. Data that does not match the schema is reported.
    pub(in crate::data) fn check(&self, document: Document, source: &SourcePath, problems: &mut Problems) -> Node {
        let Some((name, root)) = &self.root else { return document.root };
        let mut check = Check { schema: self, source, problems, budget: Budget::new() };
        if let Some(found) = document.name.filter(|found| found != name) {
            let span = document.root.span;
            check.problems.error(|| {
                let help = "set `schema` to the right schema in a rule for this file, or correct the root element";
                let fact = format!("the root element is `{}`, expected `{name}`", shortened(&found));
                Problem::new(codes::DATA_ROOT, fact, help).at(span)
            });
            return document.root;
        }
        let mut root = check.value(document.root, root, name);
        if self.complete
            && let Value::Record { fields, .. } = &mut root.value
        {
            fields.insert(0, in_order(root.span));
        }
        root
    }
}

/// Returns the field that tells writers that the root contains every field in the schema's order.
fn in_order(span: Span) -> Field {
    Field { name: "$layout".to_owned(), name_span: span, value: Node::text("fields", span) }
}

struct Check<'s, 'p> {
    schema: &'s Schema,
    source: &'s SourcePath,
    problems: &'p mut Problems,
    /// Limits the fields that may be added to records.
    budget: Budget,
}

impl Check<'_, '_> {
    /// Converts a value to its type. `name` is the value's name in messages.
    fn value(&mut self, node: Node, is: &Type, name: &str) -> Node {
        let span = node.span;
        match is {
            Type::Any => node,
            Type::Basic(basic, range) if self.schema.complete && is_of(&node, *basic, *range) => node,
            Type::Basic(basic, range) => {
                let made = Convert { problems: self.problems, basic: *basic, range: *range, name }.value(&node);
                Node::leaf(made.unwrap_or_default(), span)
            }
            Type::Enum { name: type_name, values } => self.enumeration(&node, type_name, values, name),
            Type::Reference(target) => self.reference(&node, target, name),
            Type::List { item, element, .. } => self.list(node, item, element.as_deref(), name),
            Type::Map { key, value } => self.map(node, key, value, name),
            Type::Record(record) => self.record(node, record, name),
            // Sources do not contain such fields.
            Type::Presence(_) => node,
        }
    }

    fn wrong(&mut self, node: &Node, expected: &str, name: &str) -> Node {
        self.problems.error(|| {
            Problem::new(
                codes::DATA_VALUE,
                format!("`{name}` is {}, expected {expected}", node.what()),
                "write a value of the expected type",
            )
            .at(node.span)
        });
        Node::leaf(DataValue::Null, node.span)
    }

    fn enumeration(&mut self, node: &Node, type_name: &str, values: &[Enumerator], name: &str) -> Node {
        let found = match &node.value {
            Value::Leaf(DataValue::Enum(own)) => match &*own.value {
                DataValue::Text(text) => text.as_str(),
                _ => "",
            },
            _ => match node.as_text() {
                Some(text) => text.trim(),
                None => return self.wrong(node, "the name of an enum value", name),
            },
        };
        let known = values.iter().find(|value| value.name == found);
        if let Some(known) = known.filter(|_| self.schema.complete) {
            return Node::leaf(known.data(type_name), node.span);
        }
        if known.is_none() {
            self.problems.error(|| {
                let fact = format!("`{name}` is {:?}, which is not a value of its enum", shortened(found));
                let help = known_here(found, values.iter().map(|value| value.name.as_str()));
                Problem::new(codes::DATA_ENUM, fact, help).at(node.span)
            });
        }
        let value = Box::new(DataValue::Text(found.to_owned()));
        Node::leaf(DataValue::Enum(DataEnum { type_name: type_name.to_owned(), value }.into()), node.span)
    }

    fn reference(&mut self, node: &Node, target: &Target, name: &str) -> Node {
        let path = match &node.value {
            Value::Leaf(DataValue::Reference(reference)) => Ok(reference.path.clone()),
            _ => match node.as_text() {
                Some(text) if text.trim().is_empty() => return self.empty_reference(node, name),
                Some(text) => self.path(text.trim(), target).map(|path| path.as_str().to_owned()),
                None => return self.wrong(node, "the path of an asset", name),
            },
        };
        let path = path.unwrap_or_else(|error| {
            self.problems.error(|| {
                Problem::new(
                    codes::DATA_PATH,
                    format!("`{name}` does not refer to an asset: {error}"),
                    "write the path of an asset in this project",
                )
                .at(node.span)
            });
            String::new()
        });
        let reference = DataReference { path, label: target.label.clone(), asset_type: target.asset.clone() };
        Node::leaf(DataValue::Reference(reference.into()), node.span)
    }

    fn empty_reference(&mut self, node: &Node, name: &str) -> Node {
        self.problems.error(|| {
            let fact = format!("`{name}` is empty, expected the path of an asset");
            Problem::new(codes::DATA_PATH, fact, format!("write the path of an asset, or remove `{name}`"))
                .at(node.span)
        });
        Node::leaf(DataValue::Null, node.span)
    }

    fn path(&self, text: &str, target: &Target) -> Result<SourcePath, String> {
        reference_path(text, |text| match &target.folder {
            None => self.source.relative(text),
            Some(folder) => Target::file_in(folder)?.relative(text),
        })
    }

    fn list(&mut self, node: Node, item: &Type, element: Option<&str>, name: &str) -> Node {
        let span = node.span;
        let items = match node.value {
            Value::List { items, .. } => items.into_iter().map(|node| self.value(node, item, name)).collect(),
            Value::Record { fields, .. } => self.elements(fields, item, element),
            Value::Leaf(DataValue::Text(text)) => self.list_of_text(&text, span, item, name),
            value => return self.wrong(&Node { value, span }, "a list", name),
        };
        Node { value: Value::List { type_name: String::new(), items }, span }
    }

    /// Returns the items of a list whose elements all have the same name.
    fn elements(&mut self, fields: Vec<Field>, item: &Type, element: Option<&str>) -> Vec<Node> {
        let mut items = Vec::with_capacity(fields.len());
        let first = fields.first().map(|field| field.name.clone()).unwrap_or_default();
        let expected = element.unwrap_or(&first);
        for field in fields {
            if field.name == expected {
                items.push(self.value(field.value, item, &field.name));
            } else {
                unknown_field(self.problems, &field, [expected]);
            }
        }
        items
    }

    /// Returns the items of a list that is written as text: values of a basic type other than text, separated by white space or
    /// commas.
    fn list_of_text(&mut self, text: &str, span: Span, item: &Type, name: &str) -> Vec<Node> {
        let node = Node::text(text, span);
        let values = match item {
            _ if text.trim().is_empty() => Some(Vec::new()),
            Type::Basic(basic, range) if *basic != Basic::Text => {
                Convert { problems: self.problems, basic: *basic, range: *range, name }.values(text, span)
            }
            _ => {
                self.wrong(&node, "a list", name);
                None
            }
        };
        values.unwrap_or_default().into_iter().map(|value| Node::leaf(value, span)).collect()
    }

    fn map(&mut self, node: Node, key: &Type, value: &Type, name: &str) -> Node {
        let span = node.span;
        let entries: Vec<(Node, Node)> = match node.value {
            Value::Map { entries, .. } => entries,
            Value::Record { fields, .. } => {
                fields.into_iter().map(|field| (Node::text(field.name, field.name_span), field.value)).collect()
            }
            Value::Leaf(DataValue::Text(text)) if text.trim().is_empty() => Vec::new(),
            value => return self.wrong(&Node { value, span }, "a map", name),
        };
        let mut seen = HashSet::new();
        let mut checked = Vec::with_capacity(entries.len());
        for (found, at) in entries {
            let found = self.value(found, key, name);
            let Value::Leaf(leaf) = &found.value else { continue };
            let shown = format!("{leaf:?}");
            if !seen.insert(shown) {
                self.problems.error(|| {
                    let fact = format!("a key of `{name}` occurs twice");
                    Problem::new(codes::DATA_REPEATED, fact, "remove one of the two entries").at(found.span)
                });
            }
            let at = self.value(at, value, name);
            checked.push((found, at));
        }
        Node { value: Value::Map { type_name: String::new(), entries: checked }, span }
    }

    fn record(&mut self, node: Node, record: &str, name: &str) -> Node {
        let span = node.span;
        let (type_name, fields) = match node.value {
            Value::Record { type_name, fields } => (type_name, fields),
            Value::Leaf(DataValue::Text(text)) if text.trim().is_empty() => (String::new(), Vec::new()),
            value => return self.wrong(&Node { value, span }, &format!("a record `{record}`"), name),
        };
        let type_name = if type_name.is_empty() { record.to_owned() } else { type_name };
        let Some(rules) = self.schema.records.get(record) else { return Node::leaf(DataValue::Null, span) };
        let mut checked: Vec<Field> = Vec::with_capacity(fields.len());
        let mut indices = HashMap::new();
        let mut misspelt: Vec<String> = Vec::new();
        for field in fields {
            let own = rules.fields.get(&field.name);
            if let Some(Type::Presence(presence)) = own.map(|rule| &rule.is) {
                self.computed(&field, presence);
                continue;
            }
            let Some(rule) = own.or(rules.others.as_ref()) else {
                let known = || rules.stated().map(|(name, _)| name);
                unknown_field(self.problems, &field, known());
                if misspelt.len() < MAX_MISSPELT {
                    misspelt.push(nearest(&field.name, known()).unwrap_or_default().to_owned());
                }
                continue;
            };
            match indices.get(&field.name).and_then(|index: &usize| checked.get_mut(*index)) {
                Some(before) => self.repeat(before, field, rule),
                None => {
                    indices.insert(field.name.clone(), checked.len());
                    checked.push(self.field(field, rule));
                }
            }
        }
        let is_missing = |(name, rule): &(&String, &Rule)| {
            let is_required = rule.required || self.schema.complete && rule.is_irreplaceable();
            is_required && !indices.contains_key(*name) && !misspelt.iter().any(|other| other == *name)
        };
        for (name, _) in rules.fields.iter().filter(is_missing) {
            self.problems.error(|| {
                Problem::new(
                    codes::DATA_MISSING_FIELD,
                    format!("`{name}` is missing in `{record}`"),
                    format!("add `{name}`"),
                )
                .at(span)
            });
        }
        let fields = if self.schema.complete { self.completed(checked, rules, span) } else { checked };
        Node { value: Value::Record { type_name, fields }, span }
    }

    /// Reports a field that sources do not state, because it is computed.
    fn computed(&mut self, field: &Field, presence: &Presence) {
        self.problems.error(|| {
            let (name, of) = (shortened(&field.name), shortened(&presence.of));
            let fact = format!("`{name}` must not be in the file: Rigmill computes it from `{of}`");
            Problem::new(codes::DATA_UNKNOWN_FIELD, fact, format!("remove `{name}`")).at(field.name_span)
        });
    }

    /// Returns every field of a record, in the schema's order.
    fn completed(&mut self, fields: Vec<Field>, rules: &Record, span: Span) -> Vec<Field> {
        completed(fields, rules, span, &mut self.budget).unwrap_or_else(|problem| {
            self.problems.error(|| problem);
            Vec::new()
        })
    }

    fn field(&mut self, field: Field, rule: &Rule) -> Field {
        let Field { name, name_span, value } = field;
        let is_null = matches!(value.value, Value::Leaf(DataValue::Null));
        let value = match &rule.is {
            _ if is_null && rule.nullable => value,
            Type::List { item, flat: true, .. } if !matches!(value.value, Value::List { .. }) => {
                let span = value.span;
                let items = vec![self.value(value, item, &name)];
                Node { value: Value::List { type_name: String::new(), items }, span }
            }
            is => self.value(value, is, &name),
        };
        Field { name, name_span, value }
    }

    /// Handles a field whose name already occurred: another item of a flat list, or an error.
    fn repeat(&mut self, before: &mut Field, field: Field, rule: &Rule) {
        match (&rule.is, &mut before.value.value) {
            (Type::List { item, flat: true, .. }, Value::List { items, .. }) => {
                items.push(self.value(field.value, item, &field.name));
            }
            _ => repeated_field(self.problems, &field),
        }
    }
}
