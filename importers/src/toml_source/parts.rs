//! [`Form`]: tables that may be left out, numbers within bounds, texts out of a few, lists of texts.

use rigmill_dom::Located;
use rigmill_pipeline::nearest;
use toml::de::DeValue;

use super::form::{Field, Form, quoted, span};
use super::table::Table;
use crate::problems::words;

/// Above so many tables or texts a list is not read.
const MOST_ITEMS: usize = 65_535;

impl Form<'_> {
    /// The table below a key, when it is there.
    pub(crate) fn table<'t>(&mut self, table: &Table<'t>, key: &str) -> Option<Table<'t>> {
        let value = table.get(key)?;
        if let Some(entries) = value.get_ref().as_table() {
            return Some(Table::new(entries, span(value)));
        }
        self.wrong(value, &quoted(key), "a table", &format!("write its keys below a line `[{key}]`"));
        None
    }

    /// As [`tables`](Self::tables), where there may be none.
    pub(crate) fn optional_tables<'t>(&mut self, table: &Table<'t>, key: &str, header: &str) -> Vec<Table<'t>> {
        if table.get(key).is_some() { self.tables(table, key, header) } else { Vec::new() }
    }

    /// A number of a range, both ends included, or the default.
    pub(crate) fn number_within(&mut self, table: &Table<'_>, key: &str, default: f32, range: [f32; 2]) -> Field<f32> {
        let field = self.number(table, key, default);
        self.check_range(&field, &quoted(key), &[field.located.value], range);
        field
    }

    /// Numbers of a range, as many as the default has, or the default.
    pub(crate) fn numbers_within<const N: usize>(
        &mut self,
        table: &Table<'_>,
        key: &str,
        default: [f32; N],
        range: [f32; 2],
    ) -> Field<[f32; N]> {
        let field = self.numbers(table, key, default);
        self.check_range(&field, &format!("a number of `{key}`"), &field.located.value, range);
        field
    }

    fn check_range<T>(&mut self, field: &Field<T>, subject: &str, found: &[f32], [low, high]: [f32; 2]) {
        if let Some(found) = found.iter().find(|found| !(low..=high).contains(*found)) {
            self.problems.error(self.codes.range, field.span, || {
                words(format!("{subject} is {found}, expected {low} to {high}"), "write a number of that range")
            });
        }
    }

    /// One of a few texts, or the default.
    pub(crate) fn choice(
        &mut self,
        table: &Table<'_>,
        key: &str,
        default: &'static str,
        choices: &[&'static str],
        code: &'static str,
    ) -> Located<&'static str> {
        let Some(field) = self.optional_name(table, key) else {
            return Located::new(default, self.position(table.span));
        };
        let Located { value, position } = &field.located;
        if let Some(choice) = choices.iter().find(|choice| *choice == value) {
            return Located::new(choice, *position);
        }
        self.problems.error(code, field.span, || {
            let help = match nearest(value, choices.iter().copied()) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("write one of {}", choices.join(", ")),
            };
            words(format!("there is no {key} {value:?}"), help)
        });
        Located::new(default, *position)
    }

    /// The texts of a list, or none.
    pub(crate) fn names(&mut self, table: &Table<'_>, key: &str) -> Vec<Field<String>> {
        let Some(value) = table.get(key) else { return Vec::new() };
        let Some(array) = value.get_ref().as_array().filter(|array| array.len() <= MOST_ITEMS) else {
            self.wrong(value, &quoted(key), "a list of texts", "write it as in `[\"Head\", \"Tail\"]`");
            return Vec::new();
        };
        let mut names = Vec::with_capacity(array.len());
        for item in array.iter() {
            match item.get_ref() {
                DeValue::String(_) => names.extend(self.text(item, key)),
                _ => self.wrong(item, &format!("an entry of `{key}`"), "a text", "set it in quotes"),
            }
        }
        names
    }
}
