//! [`check`]: checks that a complete schema orders every field that data can have.

use std::collections::{HashMap, HashSet};

use super::types::{Presence, Record, Rule, Schema, Type};
use crate::codes;
use crate::data::basic::Basic;
use crate::report::{Problem, Problems, shortened};
use crate::syntax::Span;

/// Reports features that only a complete schema may use in an incomplete schema, and features that a complete schema must not
/// use.
pub(super) fn check(schema: &Schema, problems: &mut Problems) {
    if schema.complete && !matches!(schema.root, Some((_, Type::Record(_))) | None) {
        let help = "set `root` to the name of a record";
        refuse(problems, Span::default(), "the root of a complete schema is not a record", help);
    }
    for record in schema.records.values() {
        Fields { schema, record, problems, announced: HashSet::new() }.check();
    }
}

fn refuse(problems: &mut Problems, span: Span, fact: impl Into<String>, help: &'static str) {
    problems.error(|| Problem::new(codes::SCHEMA_VALUE, fact, help).at(span));
}

/// The fields of a record.
struct Fields<'s, 'p> {
    schema: &'s Schema,
    record: &'s Record,
    problems: &'p mut Problems,
    /// The fields whose presence an earlier field states.
    announced: HashSet<&'s str>,
}

impl<'s> Fields<'s, '_> {
    fn check(mut self) {
        let record = self.record;
        if record.others.is_some() && self.schema.complete {
            let fact = "a complete schema cannot use the field name `\"*\"`";
            refuse(self.problems, Span::default(), fact, "list all fields by their names");
        }
        let places: HashMap<&str, usize> =
            (0..).zip(&record.order).map(|(at, (name, _))| (name.as_str(), at)).collect();
        for (at, (name, span)) in record.order.iter().enumerate() {
            let Some(rule) = record.fields.get(name) else { continue };
            match &rule.is {
                _ if !self.schema.complete => self.incomplete(rule, *span),
                Type::Presence(presence) => {
                    let is_behind = places.get(presence.of.as_str()).is_some_and(|target| *target > at);
                    self.presence(presence, is_behind, *span);
                }
                _ => self.value(name, rule, *span),
            }
        }
    }

    /// Checks a field of a schema that is not complete.
    fn incomplete(&mut self, rule: &Rule, span: Span) {
        let help = "add `complete = true` to the schema";
        if rule.default.is_some() {
            refuse(self.problems, span, "only a complete schema can use `default`", help);
        }
        if has(&rule.is, &|is| matches!(is, Type::Presence(_))) {
            refuse(self.problems, span, "only a complete schema can use `present`", help);
        }
    }

    fn value(&mut self, name: &str, rule: &Rule, span: Span) {
        if has(&rule.is, &|is| matches!(is, Type::Any | Type::Map { .. } | Type::Presence(_))) {
            let fact = "a complete schema cannot use `any` or maps, and `present` cannot be the type of list items";
            refuse(self.problems, span, fact, "give the field a different type");
        }
        if rule.nullable && !self.announced.contains(name) {
            let fact = format!("no field before `{0}` says whether `{0}` is present", shortened(name));
            refuse(self.problems, span, fact, "add a field with `present` before this field");
        }
    }

    fn presence(&mut self, presence: &'s Presence, is_behind: bool, span: Span) {
        let target = self.record.fields.get(&presence.of).filter(|target| is_behind && target.nullable);
        let counts = |field: &String| match target.map(|target| &target.is) {
            Some(Type::Record(name)) => self.schema.records.get(name).is_some_and(|record| {
                matches!(record.fields.get(field).map(|field| &field.is), Some(Type::Basic(Basic::I32, _)))
            }),
            _ => false,
        };
        if target.is_none() {
            let fact = format!("there is no later field `{}` with `nullable = true`", shortened(&presence.of));
            refuse(self.problems, span, fact, "set `present` to the name of a later field with `nullable = true`");
        } else if !self.announced.insert(&presence.of) {
            let fact = format!("a second field says whether `{}` is present", shortened(&presence.of));
            refuse(self.problems, span, fact, "remove one of the two fields");
        } else if !presence.count.as_ref().is_none_or(counts) {
            let fact = format!("`count` is not the name of an `i32` field of `{}`", shortened(&presence.of));
            refuse(self.problems, span, fact, "set `count` to the name of an `i32` field, or remove `count`");
        }
    }
}

/// Returns whether `kind` is true for a type or for the type of its items.
fn has(is: &Type, kind: &dyn Fn(&Type) -> bool) -> bool {
    let below = |is: &Type| has(is, kind);
    kind(is)
        || match is {
            Type::List { item, .. } => below(item),
            Type::Map { key, value } => below(key) || below(value),
            _ => false,
        }
}
