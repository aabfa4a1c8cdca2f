//! Reads the TOML of a schema.

use std::collections::{BTreeMap, BTreeSet};

use rigmill_dom::DataValue;
use rigmill_pipeline::{SourceText, did_you_mean};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::complete;
use super::fields::{Fields, with_article};
use super::keys::{self, Place};
use super::target;
use super::types::{Enumerator, Presence, Record, Rule, Schema, Type};
use crate::codes;
use crate::data::basic::Basic;
use crate::data::budget::Budget;
use crate::data::convert::{Convert, Range};
use crate::data::toml_data::node;
use crate::report::{Problem, Problems, Result, known_here, shortened};
use crate::syntax::{Span, parse_toml};

/// Reads a schema, and reports its problems.
pub(super) fn read(text: &SourceText, problems: &mut Problems) -> Result<Schema> {
    let document = parse_toml(text, codes::SCHEMA_TOML)?;
    Ok(Reader::new(document.get_ref(), problems).schema())
}

struct Reader<'t, 'p> {
    table: &'t DeTable<'t>,
    enums: BTreeMap<String, Vec<Enumerator>>,
    records: BTreeSet<String>,
    problems: &'p mut Problems,
}

impl<'t, 'p> Reader<'t, 'p> {
    fn new(table: &'t DeTable<'t>, problems: &'p mut Problems) -> Self {
        Self { table, enums: BTreeMap::new(), records: BTreeSet::new(), problems }
    }

    fn schema(mut self) -> Schema {
        let top = Fields::new(self.table, Span::default());
        top.check_keys(&["root", "record", "enum", "complete"], self.problems);
        let complete = top.flag("complete", self.problems);
        self.read_enums();
        let records = self.tables("record");
        self.records = records.keys().cloned().collect();
        self.check_names();
        let records = records.into_iter().map(|(name, table)| (name, self.record(table))).collect();
        let root = match self.table.get("root") {
            Some(value) => self.root(value),
            None => {
                let help = "add `root = \"…\"`, the name of a record, above the tables";
                self.problems
                    .error(|| Problem::new(codes::SCHEMA_VALUE, "`root` is missing", help).at(Span::default()));
                None
            }
        };
        let schema = Schema { complete, root, records };
        complete::check(&schema, self.problems);
        schema
    }

    fn root(&mut self, value: &Spanned<DeValue<'_>>) -> Option<(String, Type)> {
        let name = value.get_ref().as_str().unwrap_or_default().to_owned();
        self.read_type(value, Place::Inner).map(|it| (name, it))
    }

    /// Returns the tables below a key, by name.
    fn tables(&mut self, key: &str) -> BTreeMap<String, &'t DeTable<'t>> {
        let mut found = BTreeMap::new();
        let Some(value) = self.table.get(key) else { return found };
        let Some(tables) = value.get_ref().as_table() else {
            let help = format!("write a line `[{key}.NAME]` with the name of the {key}, and its fields below the line");
            self.wrong(value, &format!("a table `[{key}.NAME]` for each {key}"), &help);
            return found;
        };
        for (name, value) in tables {
            match value.get_ref().as_table() {
                Some(table) => drop(found.insert(name.get_ref().to_string(), table)),
                None => {
                    let header = format!("[{key}.{}]", shortened(name.get_ref()));
                    let help = format!("write a line `{header}`, and the fields below the line");
                    self.wrong(value, &format!("a table below a header `{header}`"), &help);
                }
            }
        }
        found
    }

    fn read_enums(&mut self) {
        let Some(value) = self.table.get("enum") else { return };
        let Some(enums) = value.get_ref().as_table() else {
            let help = "write a line `[enum]`, and enums such as `Mode = [\"Single\", \"Versus\"]` below the line";
            return self.wrong(value, "a table `[enum]`", help);
        };
        for (name, value) in enums {
            let values = self.names(value);
            self.enums.insert(name.get_ref().to_string(), values);
        }
    }

    /// Checks that no two types have the same name.
    fn check_names(&mut self) {
        let enums = self.table.get("enum").and_then(|value| value.get_ref().as_table());
        for name in enums
            .into_iter()
            .flat_map(|table| table.keys())
            .filter(|name| self.records.contains(name.get_ref().as_ref()))
        {
            self.problems.error(|| {
                Problem::new(
                    codes::SCHEMA_VALUE,
                    format!("`{}` is the name of an enum and of a record", name.get_ref()),
                    "rename the enum or the record",
                )
                .at(name.span().into())
            });
        }
    }

    /// Reads the values of an enum: names, which are numbered from 0, or names with their numbers.
    fn names(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<Enumerator> {
        let Some(values) = enumerators(value.get_ref()) else {
            let help = "write names such as `[\"One\", \"Two\"]`, or names with numbers such as `{ One = 0, Two = 4 }`";
            self.wrong(value, "a list of names, or a table of names with 32-bit numbers", help);
            return Vec::new();
        };
        let names: Vec<&str> = values.iter().map(|value| value.name.as_str()).collect();
        self.check_values(value, &names);
        values
    }

    /// Checks that an enum has values, and that none occurs twice.
    fn check_values(&mut self, value: &Spanned<DeValue<'_>>, names: &[&str]) {
        let mut seen = BTreeSet::new();
        let (fact, help) = match names.iter().find(|name| !seen.insert(*name)) {
            Some(twice) => (format!("the value {:?} occurs twice", shortened(twice)), "list each value once"),
            None if names.is_empty() => ("the enum has no values".to_owned(), "add at least one value"),
            None => return,
        };
        self.problems.error(|| Problem::new(codes::SCHEMA_VALUE, fact, help).at(span(value)));
    }

    fn record(&mut self, table: &'t DeTable<'t>) -> Record {
        let mut record = Record::default();
        for (name, value) in table {
            let Some(rule) = self.rule(value) else { continue };
            if name.get_ref() == "*" {
                record.others = Some(rule);
            } else {
                record.order.push((name.get_ref().to_string(), name.span().into()));
                record.fields.insert(name.get_ref().to_string(), rule);
            }
        }
        record.order.sort_by_key(|(_, span)| span.start);
        record
    }

    fn rule(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Rule> {
        let is = self.read_type(value, Place::Field)?;
        let fields = value.get_ref().as_table().map(|table| Fields::new(table, span(value)));
        let mut flag = |key| fields.as_ref().is_some_and(|fields| fields.flag(key, self.problems));
        let (required, nullable) = (flag("required"), flag("nullable"));
        let default = fields.as_ref().and_then(|fields| fields.get("default"));
        let default = default.and_then(|default| self.default(default, &is));
        Some(Rule { is, required, nullable, default })
    }

    /// Reads the value to use if a field is absent.
    fn default(&mut self, value: &Spanned<DeValue<'_>>, is: &Type) -> Option<DataValue> {
        let node = match node(value, 1, &mut Budget::new()) {
            Ok(node) => node,
            Err(problem) => {
                self.problems.error(|| problem);
                return None;
            }
        };
        match is {
            Type::Basic(basic, range) => {
                Convert { problems: self.problems, basic: *basic, range: *range, name: "default" }.value(&node)
            }
            Type::Enum { name, values } => {
                let names = || values.iter().map(|value| value.name.as_str());
                let Some(wanted) = node.as_text() else {
                    let help = known_here("", names());
                    self.wrong(value, "the name of one of the enum's values", &help);
                    return None;
                };
                let found = values.iter().find(|value| value.name == wanted);
                if found.is_none() {
                    self.problems.error(|| {
                        let fact = format!("`default` is {:?}, which is not a value of the enum", shortened(wanted));
                        Problem::new(codes::SCHEMA_VALUE, fact, known_here(wanted, names())).at(span(value))
                    });
                }
                found.map(|value| value.data(name))
            }
            // Other types cannot have the key, which was reported.
            _ => None,
        }
    }

    /// Reads a type: its name, or a table with details.
    fn read_type(&mut self, value: &Spanned<DeValue<'_>>, place: Place) -> Option<Type> {
        match value.get_ref() {
            DeValue::String(name) => self.named(name, span(value), None),
            DeValue::Table(table) => {
                let fields = Fields::new(table, span(value));
                fields.check_keys(keys::ALL, self.problems);
                let is = self.of_kind(&fields)?;
                keys::check(&fields, &is, place, self.problems);
                Some(is)
            }
            _ => {
                let expected = "the name of a type or a table such as `{ type = \"f32\", min = 0 }`";
                self.wrong(value, expected, "write the name of a type in quotes, such as `\"f32\"`");
                None
            }
        }
    }

    fn of_kind(&mut self, fields: &Fields<'_>) -> Option<Type> {
        let kinds = ["type", "list", "map", "values", "present"];
        let kinds: Vec<&str> = kinds.into_iter().filter(|key| fields.has(key)).collect();
        match kinds.as_slice() {
            ["type"] => {
                let value = fields.get("type")?;
                let Some(name) = value.get_ref().as_str() else {
                    self.wrong(value, "the name of a type", "write the name of a type in quotes, such as `\"f32\"`");
                    return None;
                };
                self.named(name, span(value), Some(fields))
            }
            ["list"] => {
                let item = Box::new(self.read_type(fields.get("list")?, Place::Inner)?);
                let own = match &*item {
                    Type::Record(name) => Some(name.clone()),
                    Type::Enum { name, .. } if !name.is_empty() => Some(name.clone()),
                    _ => None,
                };
                let element = fields.text("element", self.problems).or(own);
                Some(Type::List { item, element, flat: fields.flag("flat", self.problems) })
            }
            ["map"] => {
                let value = Box::new(self.read_type(fields.get("map")?, Place::Inner)?);
                let text = Type::Basic(Basic::Text, Range::default());
                let key = fields.get("key").map_or(Some(text), |key| self.read_type(key, Place::Inner))?;
                Some(Type::Map { key: Box::new(key), value })
            }
            ["present"] => {
                let of = fields.text("present", self.problems)?;
                Some(Type::Presence(Presence { of, count: fields.text("count", self.problems) }))
            }
            ["values"] => Some(Type::Enum { name: String::new(), values: self.names(fields.get("values")?) }),
            _ => {
                let help = "write one of these keys, as in `{ type = \"f32\" }`";
                self.problems.error(|| {
                    Problem::new(
                        codes::SCHEMA_VALUE,
                        format!(
                            "the field must have exactly one of the keys `type`, `list`, `map`, `values` and `present`, \
                             but has {}",
                            kinds.len()
                        ),
                        help,
                    )
                    .at(fields.span)
                });
                None
            }
        }
    }

    fn named(&mut self, name: &str, span: Span, details: Option<&Fields<'_>>) -> Option<Type> {
        if let Some(basic) = Basic::of_schema(name) {
            let details = details.filter(|_| basic.is_number());
            let mut number = |key| details.and_then(|fields| fields.number(key, self.problems));
            let range = Range { least: number("min"), most: number("max") };
            if let Range { least: Some(least), most: Some(most) } = range
                && least > most
            {
                self.problems.error(|| {
                    Problem::new(
                        codes::SCHEMA_VALUE,
                        format!("`min` ({least}) is above `max` ({most})"),
                        "swap `min` and `max`",
                    )
                    .at(span)
                });
            }
            return Some(Type::Basic(basic, range));
        }
        match name {
            "any" => return Some(Type::Any),
            "reference" => {
                let target = details.map(|fields| target::read(fields, self.problems)).unwrap_or_default();
                return Some(Type::Reference(target));
            }
            _ => {}
        }
        if let Some(values) = self.enums.get(name) {
            return Some(Type::Enum { name: name.to_owned(), values: values.clone() });
        }
        if self.records.contains(name) {
            return Some(Type::Record(name.to_owned()));
        }
        let own = self.enums.keys().chain(&self.records).map(String::as_str);
        let basic = Basic::names().chain(["any", "reference"]).map(|name| -> &str { name });
        let known: Vec<&str> = own.chain(basic).collect();
        self.problems.error(|| {
            let other = || format!("add a table `[record.{name}]`, or write the name of an existing type");
            let foreign = Basic::schema_name(name).map(|own| format!("did you mean `{own}`?"));
            let help = foreign.or_else(|| did_you_mean(name, known)).unwrap_or_else(other);
            Problem::new(codes::SCHEMA_VALUE, format!("there is no type `{name}`"), help).at(span)
        });
        None
    }

    fn wrong(&mut self, value: &Spanned<DeValue<'_>>, expected: &str, help: &str) {
        self.problems.error(|| {
            let found = with_article(value.get_ref().type_str());
            Problem::new(codes::SCHEMA_VALUE, format!("expected {expected}, but found {found}"), help).at(span(value))
        });
    }
}

/// Returns names with numbers, if a value has this form.
fn enumerators(value: &DeValue<'_>) -> Option<Vec<Enumerator>> {
    match value {
        DeValue::Array(names) => (0..)
            .zip(names)
            .map(|(number, name)| {
                let name = name.get_ref().as_str()?.to_owned();
                Some(Enumerator { name, number })
            })
            .collect(),
        DeValue::Table(values) => {
            let mut values: Vec<_> = values.iter().collect();
            values.sort_by_key(|(name, _)| name.span().start);
            let enumerator = |(name, number): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
                let DeValue::Integer(number) = number.get_ref() else { return None };
                let number = i32::from_str_radix(number.as_str(), number.radix()).ok()?;
                Some(Enumerator { name: ToString::to_string(name.get_ref()), number })
            };
            values.into_iter().map(enumerator).collect()
        }
        _ => None,
    }
}

fn span(value: &Spanned<DeValue<'_>>) -> Span {
    value.span().into()
}
