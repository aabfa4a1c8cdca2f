//! [`Form`]: reads the fields of tables and collects what is wrong with them.

use rigmill_dom::{Located, Position};
use rigmill_pipeline::{SourceText, nearest};
use toml::Spanned;
use toml::de::DeValue;

use super::number::{NumberError, number};
use super::table::Table;
use crate::positions::Positions;
use crate::problems::{Problems, shortened, words};
use crate::span::Span;

/// How many bytes a name may have.
const LONGEST_NAME: usize = 1024;
/// What people call the components of vectors and quaternions.
const AXES: [&str; 4] = ["x", "y", "z", "w"];

/// The codes of the problems that all TOML sources can have.
pub(crate) struct Codes {
    pub(crate) syntax: &'static str,
    pub(crate) key: &'static str,
    pub(crate) value: &'static str,
    pub(crate) range: &'static str,
    pub(crate) limit: &'static str,
    pub(crate) more: &'static str,
}

/// Reads the fields of tables and collects what is wrong with them. A field that cannot be read has its default; the
/// problem has been reported.
pub(crate) struct Form<'a> {
    pub(crate) codes: &'static Codes,
    pub(crate) problems: Problems<'a>,
    positions: Positions<'a>,
}

impl<'a> Form<'a> {
    pub(crate) fn new(text: &'a SourceText, codes: &'static Codes) -> Self {
        Self { codes, problems: Problems::new(text, codes.more), positions: Positions::new(text.as_str()) }
    }

    /// The line and column at which a span begins.
    pub(crate) fn position(&self, span: Span) -> Position {
        self.positions.at(span.start)
    }

    /// Reports every key of the table that is none of the `known` ones.
    pub(crate) fn check_keys(&mut self, table: &mut Table<'_>, known: &[&'static str]) {
        for key in table.entries.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            self.problems.error(self.codes.key, key.span().into(), || {
                let fact = format!("unknown key `{}`", shortened(name));
                match nearest(name, known.iter().copied()) {
                    Some(near) => {
                        table.note_misspelt(near);
                        words(fact, format!("did you mean `{near}`?"))
                    }
                    None => words(fact, format!("known here: `{}`", known.join("`, `"))),
                }
            });
        }
    }

    /// A text that has to be there and is not empty.
    pub(crate) fn name(&mut self, table: &Table<'_>, key: &str) -> Option<Field<String>> {
        let field = self.optional_name(table, key);
        if table.get(key).is_none() && !table.is_misspelt(key) {
            self.missing(table, key, &format!("add `{key}`"));
        }
        field
    }

    /// A text that is not empty, when it is there.
    pub(crate) fn optional_name(&mut self, table: &Table<'_>, key: &str) -> Option<Field<String>> {
        let value = table.get(key)?;
        self.text(value, key)
    }

    /// A text that is not empty.
    pub(super) fn text(&mut self, value: &Spanned<DeValue<'_>>, key: &str) -> Option<Field<String>> {
        match value.get_ref() {
            DeValue::String(text) if text.is_empty() => {
                let words = || words(format!("`{key}` is empty"), "write a name");
                self.problems.error(self.codes.value, span(value), words);
            }
            DeValue::String(text) if text.len() > LONGEST_NAME => {
                self.problems.error(self.codes.limit, span(value), || {
                    words(format!("`{key}` has {} bytes, at most {LONGEST_NAME} are allowed", text.len()), "shorten it")
                })
            }
            DeValue::String(text) => return Some(self.field(text.clone().into_owned(), value)),
            _ => self.wrong(value, &quoted(key), "a text", "set it in quotes"),
        }
        None
    }

    /// A number, or the default.
    pub(crate) fn number(&mut self, table: &Table<'_>, key: &str, default: f32) -> Field<f32> {
        let Some(value) = table.get(key) else { return self.absent(default, table) };
        let number = self.finite(value, || quoted(key)).unwrap_or(default);
        self.field(number, value)
    }

    /// As many numbers as the default has, or the default.
    pub(crate) fn numbers<const N: usize>(
        &mut self,
        table: &Table<'_>,
        key: &str,
        default: [f32; N],
    ) -> Field<[f32; N]> {
        let Some(value) = table.get(key) else { return self.absent(default, table) };
        let mut numbers = default;
        match value.get_ref().as_array().filter(|array| array.len() == N) {
            Some(array) => {
                for ((number, component), axis) in numbers.iter_mut().zip(array.iter()).zip(AXES) {
                    *number = self.finite(component, || format!("{axis} of `{key}`")).unwrap_or(*number);
                }
            }
            None => {
                let expected = format!("a list of {N} numbers");
                self.wrong(value, &quoted(key), &expected, &format!("write it as in `{default:?}`"));
            }
        }
        self.field(numbers, value)
    }

    /// A quaternion other than zero, or no rotation.
    pub(crate) fn quaternion(&mut self, table: &Table<'_>, key: &str, zero: &'static str) -> Field<[f32; 4]> {
        let field = self.numbers(table, key, [0.0, 0.0, 0.0, 1.0]);
        if field.located.value.iter().all(|component| *component == 0.0) {
            self.problems.error(zero, field.span, || {
                words(
                    format!("`{key}` is zero, which is no rotation"),
                    "write `[0.0, 0.0, 0.0, 1.0]` for no turn at all",
                )
            });
        }
        field
    }

    /// The tables of an array of tables that has to be there, each below a `header`.
    pub(crate) fn tables<'t>(&mut self, table: &Table<'t>, key: &str, header: &str) -> Vec<Table<'t>> {
        let value = table.get(key);
        let Some(array) = value.and_then(|value| value.get_ref().as_array()) else {
            match value {
                _ if table.is_misspelt(key) => {}
                Some(value) => self.no_tables(value, key, header),
                None => self.missing(table, header, &format!("add a line `{header}` and what belongs below it")),
            }
            return Vec::new();
        };
        let mut tables = Vec::with_capacity(array.len());
        for item in array.iter() {
            match item.get_ref().as_table() {
                Some(entries) => tables.push(Table::new(entries, span(item))),
                None => self.no_tables(item, key, header),
            }
        }
        tables
    }

    fn no_tables(&mut self, value: &Spanned<DeValue<'_>>, key: &str, header: &str) {
        let help = format!("write `{header}`, in two pairs of brackets, above each");
        self.wrong(value, &quoted(key), &format!("tables, each below a `{header}`"), &help);
    }

    /// Reports a value that is not what is expected.
    pub(super) fn wrong(&mut self, value: &Spanned<DeValue<'_>>, subject: &str, expected: &str, help: &str) {
        self.problems.error(self.codes.value, span(value), || {
            let found = match value.get_ref() {
                DeValue::Array(array) if array.len() == 1 => "a list of 1 value".to_owned(),
                DeValue::Array(array) => format!("a list of {} values", array.len()),
                other => kind(other).to_owned(),
            };
            words(format!("{subject} is {found}, expected {expected}"), help)
        });
    }

    fn missing(&mut self, table: &Table<'_>, what: &str, help: &str) {
        self.problems.error(self.codes.value, table.span, || words(format!("`{what}` is missing"), help));
    }

    /// A finite number; `None` when the value is none, which has been reported.
    fn finite(&mut self, value: &Spanned<DeValue<'_>>, subject: impl Fn() -> String) -> Option<f32> {
        match number(value.get_ref()) {
            Ok(number) => return Some(number),
            Err(NumberError::OtherKind) => {
                let text = matches!(value.get_ref(), DeValue::String(_));
                let help = if text { "write it without quotes" } else { "write it as in `0.5`" };
                self.wrong(value, &subject(), "a number", help);
            }
            Err(NumberError::Unusable { written, fault, help }) => {
                self.problems.error(self.codes.range, span(value), || {
                    words(format!("{} is {}, {fault}", subject(), shortened(&written)), help)
                });
            }
        }
        None
    }

    fn field<T>(&self, value: T, source: &Spanned<DeValue<'_>>) -> Field<T> {
        let span = span(source);
        Field { located: Located::new(value, self.position(span)), span }
    }

    fn absent<T>(&self, value: T, table: &Table<'_>) -> Field<T> {
        Field { located: Located::new(value, self.position(table.span)), span: table.span }
    }
}

/// A value with its position, for the dom, and its span, for problems.
pub(crate) struct Field<T> {
    pub(crate) located: Located<T>,
    pub(crate) span: Span,
}

/// What people call a value of this kind.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

pub(super) fn span(value: &Spanned<DeValue<'_>>) -> Span {
    value.span().into()
}

pub(super) fn quoted(key: &str) -> String {
    format!("`{key}`")
}
