//! [`Form`]: reads the fields of tables and collects what is wrong with them.

use rigmill_dom::{Located, Position};
use rigmill_pipeline::{SourceText, nearest};
use toml::Spanned;
use toml::de::DeValue;

use super::table::Table;
use crate::positions::Positions;
use crate::problems::{Problems, words};
use crate::span::Span;

/// How many bytes a name may have.
const LONGEST_NAME: usize = 1024;

/// The codes of the problems that all TOML sources can have.
pub(crate) struct Codes {
    pub(crate) syntax: &'static str,
    pub(crate) key: &'static str,
    pub(crate) value: &'static str,
    pub(crate) not_finite: &'static str,
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
    pub(crate) fn check_keys(&mut self, table: &Table<'_>, known: &[&'static str]) {
        for key in table.entries.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            self.problems.error(self.codes.key, key.span().into(), || {
                let help = match nearest(name, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("known here: `{}`", known.join("`, `")),
                };
                words(format!("unknown key `{name}`"), help)
            });
        }
    }

    /// A text that has to be there and is not empty.
    pub(crate) fn name(&mut self, table: &Table<'_>, key: &str) -> Option<Field<String>> {
        let field = self.optional_name(table, key);
        if table.get(key).is_none() {
            self.missing(table, key);
        }
        field
    }

    /// A text that is not empty, when it is there.
    pub(crate) fn optional_name(&mut self, table: &Table<'_>, key: &str) -> Option<Field<String>> {
        let value = table.get(key)?;
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
            _ => self.wrong(value, key, "a text"),
        }
        None
    }

    /// A number, or the default.
    pub(crate) fn number(&mut self, table: &Table<'_>, key: &str, default: f32) -> Field<f32> {
        let Some(value) = table.get(key) else { return self.absent(default, table) };
        let number = self.component(value, key, "a number").unwrap_or(default);
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
                for (number, component) in numbers.iter_mut().zip(array.iter()) {
                    *number = self.component(component, key, "numbers").unwrap_or(*number);
                }
            }
            None => self.wrong(value, key, &format!("a list of {N} numbers")),
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
        let Some(value) = table.get(key) else {
            self.missing(table, key);
            return Vec::new();
        };
        let expected = format!("tables, each below a `{header}`");
        let Some(array) = value.get_ref().as_array() else {
            self.wrong(value, key, &expected);
            return Vec::new();
        };
        let mut tables = Vec::with_capacity(array.len());
        for item in array.iter() {
            match item.get_ref().as_table() {
                Some(entries) => tables.push(Table { entries, span: span(item) }),
                None => self.wrong(item, key, &expected),
            }
        }
        tables
    }

    /// Reports a value that is not what is expected.
    pub(crate) fn wrong(&mut self, value: &Spanned<DeValue<'_>>, key: &str, expected: &str) {
        self.problems.error(self.codes.value, span(value), || {
            let found = match value.get_ref() {
                DeValue::Array(array) if array.len() == 1 => "a list of 1 value".to_owned(),
                DeValue::Array(array) => format!("a list of {} values", array.len()),
                other => kind(other).to_owned(),
            };
            words(format!("`{key}` is {found}, expected {expected}"), format!("write {expected}"))
        });
    }

    fn missing(&mut self, table: &Table<'_>, key: &str) {
        self.problems
            .error(self.codes.value, table.span, || words(format!("`{key}` is missing"), format!("add `{key}`")));
    }

    fn component(&mut self, value: &Spanned<DeValue<'_>>, key: &str, expected: &str) -> Option<f32> {
        let Some(number) = as_number(value.get_ref()) else {
            self.wrong(value, key, expected);
            return None;
        };
        if !number.is_finite() {
            self.problems.error(self.codes.not_finite, span(value), || {
                words(format!("`{key}` holds a number that is not finite"), "write a number of 32 bits")
            });
        }
        Some(number)
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

fn span(value: &Spanned<DeValue<'_>>) -> Span {
    value.span().into()
}

/// A number as `f32`; infinite when it is too large. `None` when the value is no number.
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what is asked for")]
fn as_number(value: &DeValue<'_>) -> Option<f32> {
    let number = match value {
        DeValue::Float(float) => float.as_str().parse::<f64>().ok()?,
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse::<f64>().ok()?,
        DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix()).ok()? as f64,
        _ => return None,
    };
    Some(number as f32)
}
