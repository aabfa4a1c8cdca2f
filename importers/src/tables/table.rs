//! [`Table`]: reads a TOML table key by key.

use std::cell::RefCell;

use rigmill_dom::{Located, Position};
use rigmill_pipeline::{Code, ImportContext, StageError, did_you_mean, nearest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::number::{NumberError, number};
use crate::report::{Problem, Problems, known_here, shortened};
use crate::syntax::{Positions, Span, decode_utf8_file, parse_toml, read_source};

/// The maximum size of a source, in bytes.
const LARGEST_SOURCE: u64 = 4 << 20;
/// The maximum length of a name, in bytes.
const LONGEST_NAME: usize = 1024;
/// The maximum number of texts in a list.
const MAX_NAMES: usize = 65_535;
/// How much the length of a quaternion may differ from 1: enough for numbers with one digit, such as `[0.7, 0.0, 0.0, 0.7]`.
const LENGTH_TOLERANCE: f32 = 0.02;
/// The remedy for numbers that are not a quaternion.
const QUATERNION: &str = "write the x, y, z and w of a quaternion, not angles; for example, a rotation of 90 degrees around the \
                          y axis is `[0.0, 0.70710677, 0.0, 0.70710677]`";
/// The names of the components of vectors and quaternions.
const AXES: [&str; 4] = ["x", "y", "z", "w"];

/// The codes of the problems that all of these sources may have.
pub(super) struct Codes {
    pub(super) syntax: Code,
    pub(super) key: Code,
    pub(super) value: Code,
    pub(super) range: Code,
    pub(super) limit: Code,
    pub(super) more: Code,
    /// The remedy if the source, or a list in it, exceeds a limit.
    pub(super) too_large: &'static str,
    /// Keys of outer tables that users write below the inner tables, which they then belong to, and the place above which they
    /// should be.
    pub(super) above: &'static [(&'static str, &'static str)],
    /// The headers of tables in lists inside other lists.
    pub(super) nested: &'static [&'static str],
}

/// Parses the source as TOML, and passes its top-level table to `read`. Returns the value of `read` if there were no errors.
pub(super) fn import<T>(
    ctx: &mut ImportContext<'_>,
    codes: &'static Codes,
    read: impl FnOnce(&Table<'_>) -> T,
) -> Result<T, StageError> {
    let bytes = read_source(ctx, LARGEST_SOURCE, codes.limit, codes.too_large)?;
    let name = ctx.source().file_name();
    let text = decode_utf8_file(bytes, name, codes.syntax).map_err(|problem| ctx.fail(problem.into()))?;
    let problems = RefCell::new(Problems::new(codes.more));
    let document = Document { codes, problems, positions: Positions::new(text.as_str()) };
    let value = parse_toml(&text, codes.syntax)
        .map(|table| Table::new(&document, Some(table.get_ref()), Span::default()).read(read));
    document.problems.into_inner().conclude(value, &text, None, ctx)
}

/// The data that all tables of a source share.
struct Document<'a> {
    codes: &'static Codes,
    problems: RefCell<Problems>,
    positions: Positions<'a>,
}

/// A TOML table that is read key by key. Keys that are never read are unknown, and are reported. A value that cannot be read is
/// reported, and its default is returned.
pub(super) struct Table<'t> {
    document: &'t Document<'t>,
    /// The entries; `None` if the source does not contain the table.
    entries: Option<&'t DeTable<'t>>,
    /// The span of the table's header or braces, or of its owner if the source does not contain the table.
    pub(super) span: Span,
    /// The keys that were read.
    known: RefCell<Vec<&'static str>>,
    /// Keys that are missing, or that are not tables. They are reported unless an unknown key is probably a misspelling of
    /// them.
    lacking: RefCell<Vec<(&'static str, Problem)>>,
}

/// A value with its position (for the dom) and its span (for problems).
pub(super) struct Field<T> {
    pub(super) located: Located<T>,
    pub(super) span: Span,
}

impl<'t> Table<'t> {
    const fn new(document: &'t Document<'t>, entries: Option<&'t DeTable<'t>>, span: Span) -> Self {
        Self { document, entries, span, known: RefCell::new(Vec::new()), lacking: RefCell::new(Vec::new()) }
    }

    /// Reads the table, then reports its unknown and missing keys.
    fn read<T>(self, read: impl FnOnce(&Self) -> T) -> T {
        let value = read(&self);
        let (codes, known) = (self.document.codes, self.known.borrow());
        let mut misspelt = Vec::new();
        for key in self.entries.into_iter().flat_map(DeTable::keys) {
            let name = key.get_ref().as_ref();
            if !known.contains(&name) {
                self.error(|| {
                    misspelt.extend(nearest(name, known.iter().copied()));
                    let help = self.misplaced(name).unwrap_or_else(|| known_here(name, known.iter().copied()));
                    Problem::new(codes.key, format!("unknown key `{}`", shortened(name)), help).at(key.span().into())
                });
            }
        }
        for (key, problem) in self.lacking.take() {
            if !misspelt.contains(&key) {
                self.error(|| problem);
            }
        }
        value
    }

    /// Returns the remedy for a key that belongs to a different table.
    fn misplaced(&self, key: &str) -> Option<String> {
        let Codes { above, nested, .. } = self.document.codes;
        let is_inner = self.span != Span::default();
        if let Some((_, place)) = above.iter().find(|(name, _)| is_inner && *name == key) {
            return Some(format!("move the key above {place}"));
        }
        let header = nested.iter().find(|header| key_of(header) == key)?;
        Some(format!("write `{header}` below its `{}`", outer_of(header)))
    }

    pub(super) fn error(&self, problem: impl FnOnce() -> Problem) {
        self.document.problems.borrow_mut().error(problem);
    }

    pub(super) fn warning(&self, problem: impl FnOnce() -> Problem) {
        self.document.problems.borrow_mut().warning(problem);
    }

    pub(super) fn any_error(&self) -> bool {
        self.document.problems.borrow().any_error()
    }

    pub(super) const fn is_absent(&self) -> bool {
        self.entries.is_none()
    }

    /// Returns the line and column at which the table begins.
    pub(super) fn position(&self) -> Position {
        self.document.positions.at(self.span.start)
    }

    /// Returns the value of a key, which becomes a known key.
    pub(super) fn get(&self, key: &'static str) -> Option<&'t Spanned<DeValue<'t>>> {
        let mut known = self.known.borrow_mut();
        if !known.contains(&key) {
            known.push(key);
        }
        self.entries?.get(key)
    }

    /// Returns whether the table has a key, which may be an unknown key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.is_some_and(|entries| entries.contains_key(key))
    }

    /// Reports the problem of a missing key, unless an unknown key is probably a misspelling of it.
    pub(super) fn lacks(&self, key: &'static str, problem: Problem) {
        self.lacking.borrow_mut().push((key, problem));
    }

    fn require<T>(&self, key: &'static str, name: &str, help: String, value: Option<T>) -> Option<T> {
        if value.is_none() {
            let problem = Problem::new(self.document.codes.value, format!("`{name}` is missing"), help);
            self.lacks(key, problem.at(self.span));
        }
        value
    }

    /// Reads a required text that is not empty.
    pub(super) fn name(&self, key: &'static str) -> Option<Field<String>> {
        let value = self.require(key, key, format!("add `{key}`"), self.get(key))?;
        self.text(value, key)
    }

    /// Reads an optional text that is not empty.
    pub(super) fn optional_name(&self, key: &'static str) -> Option<Field<String>> {
        self.text(self.get(key)?, key)
    }

    /// Reads an optional text that is not empty. `help` is the remedy for a value that is not a text.
    pub(super) fn optional_text(&self, key: &'static str, help: &str) -> Option<Field<String>> {
        self.text_or(self.get(key)?, key, help)
    }

    fn text(&self, value: &Spanned<DeValue<'_>>, key: &str) -> Option<Field<String>> {
        self.text_or(value, key, "put the value in quotes")
    }

    fn text_or(&self, value: &Spanned<DeValue<'_>>, key: &str, help: &str) -> Option<Field<String>> {
        let codes = self.document.codes;
        let problem = match value.get_ref() {
            DeValue::String(text) if text.is_empty() => {
                Problem::new(codes.value, format!("`{key}` is empty"), "write a name")
            }
            DeValue::String(text) if text.len() > LONGEST_NAME => {
                let fact = format!("`{key}` is {} bytes long, but the limit is {LONGEST_NAME} bytes", text.len());
                Problem::new(codes.limit, fact, "shorten the value")
            }
            DeValue::String(text) => return Some(self.field(text.clone().into_owned(), value.span().into())),
            _ => {
                self.wrong(value, &format!("`{key}`"), "a string", help);
                return None;
            }
        };
        self.error(|| problem.at(value.span().into()));
        None
    }

    /// Reads a list of texts.
    pub(super) fn names(&self, key: &'static str) -> Vec<Field<String>> {
        let Some(value) = self.get(key) else { return Vec::new() };
        let Some(array) = value.get_ref().as_array().filter(|array| array.len() <= MAX_NAMES) else {
            self.error(|| self.no_list(value, key, "strings", "write a list such as `[\"Head\", \"Tail\"]`"));
            return Vec::new();
        };
        let text = |item: &Spanned<DeValue<'_>>| match item.get_ref() {
            DeValue::String(_) => self.text(item, key),
            _ => {
                self.wrong(item, &format!("an entry of `{key}`"), "a string", "put the value in quotes");
                None
            }
        };
        array.iter().filter_map(text).collect()
    }

    /// Reads one of several texts. Returns the value for this text.
    pub(super) fn choice<T: Copy>(
        &self,
        name: &Field<String>,
        what: &str,
        choices: &[(&'static str, T)],
        code: Code,
    ) -> Option<Located<T>> {
        let Located { value, position } = &name.located;
        let chosen = choices.iter().find(|(choice, _)| choice == value);
        if chosen.is_none() {
            self.error(|| {
                let names = || choices.iter().map(|(choice, _)| *choice);
                let all = || format!("use one of these values: `{}`", names().collect::<Vec<_>>().join("`, `"));
                let help = did_you_mean(value, names()).unwrap_or_else(all);
                Problem::new(code, format!("there is no {what} {value:?}"), help).at(name.span)
            });
        }
        chosen.map(|(_, meaning)| Located::new(*meaning, *position))
    }

    /// Reads a number.
    pub(super) fn number(&self, key: &'static str, default: f32) -> Field<f32> {
        let Some(value) = self.get(key) else { return self.field(default, self.span) };
        self.field(self.finite(value, || format!("`{key}`")).unwrap_or(default), value.span().into())
    }

    /// Reads a number in a range, both ends included.
    pub(super) fn number_within(&self, key: &'static str, default: f32, range: [f32; 2]) -> Located<f32> {
        let field = self.number(key, default);
        self.check_range(&format!("`{key}`"), &[field.located.value], field.span, range);
        field.located
    }

    /// Reads a list of `N` numbers.
    pub(super) fn numbers<const N: usize>(&self, key: &'static str, default: [f32; N]) -> Field<[f32; N]> {
        self.numbers_or(key, default, || format!("write a list such as `{default:?}`"))
    }

    /// Reads a list of `N` numbers. `help` returns the remedy for a value that is not such a list.
    fn numbers_or<const N: usize>(
        &self,
        key: &'static str,
        default: [f32; N],
        help: impl FnOnce() -> String,
    ) -> Field<[f32; N]> {
        let Some(value) = self.get(key) else { return self.field(default, self.span) };
        let mut numbers = default;
        match value.get_ref().as_array().filter(|array| array.len() == N) {
            Some(array) => {
                for ((number, component), axis) in numbers.iter_mut().zip(array.iter()).zip(AXES) {
                    *number = self.finite(component, || format!("{axis} of `{key}`")).unwrap_or(*number);
                }
            }
            None => self.error(|| self.no_list(value, key, &format!("{N} numbers"), &help())),
        }
        self.field(numbers, value.span().into())
    }

    /// Reads a list of `N` numbers in a range, both ends included.
    pub(super) fn numbers_within<const N: usize>(
        &self,
        key: &'static str,
        default: [f32; N],
        range: [f32; 2],
    ) -> Field<[f32; N]> {
        let field = self.numbers(key, default);
        self.check_range(&format!("a number of `{key}`"), &field.located.value, field.span, range);
        field
    }

    fn check_range(&self, subject: &str, found: &[f32], span: Span, [low, high]: [f32; 2]) {
        if let Some(found) = found.iter().find(|found| !(low..=high).contains(*found)) {
            let fact = || format!("{subject} is {found}, expected {low} to {high}");
            self.error(|| Problem::new(self.document.codes.range, fact(), "write a number in that range").at(span));
        }
    }

    /// Reads a quaternion other than zero, with these codes for a zero and for a length other than 1. The default is the identity.
    pub(super) fn quaternion(&self, key: &'static str, [zero, long]: [Code; 2]) -> Located<[f32; 4]> {
        let Field { located, span } = self.numbers_or(key, [0.0, 0.0, 0.0, 1.0], || QUATERNION.to_owned());
        let length = located.value.map(|part| part * part).iter().sum::<f32>().sqrt();
        if located.value == [0.0; 4] {
            let fact = format!("`{key}` is zero, which is not a valid rotation");
            self.error(|| Problem::new(zero, fact, "write `[0.0, 0.0, 0.0, 1.0]` for no rotation").at(span));
        } else if (length - 1.0).abs() > LENGTH_TOLERANCE && !self.any_error() {
            // After an error, some of the numbers may be defaults.
            self.warning(|| {
                let fact = format!("the length of the quaternion `{key}` is {length}, expected 1");
                let help = match located.value.iter().any(|part| part.abs() > 1.0) {
                    true => QUATERNION.to_owned(),
                    false => {
                        format!("check each number for a wrong digit; if all are right, divide each by {length}")
                    }
                };
                Problem::new(long, fact, help).at(span)
            });
        }
        located
    }

    /// Reads the table of a key, or an empty table if the source does not contain it.
    pub(super) fn table<T>(&self, key: &'static str, read: impl FnOnce(&Table<'t>) -> T) -> T {
        let value = self.get(key);
        let entries = value.and_then(|value| value.get_ref().as_table());
        if let Some(value) = value.filter(|_| entries.is_none()) {
            let help = format!("write the keys of `{key}` below a line `[{key}]`");
            self.wrong(value, &format!("`{key}`"), "a table", &help);
        }
        let span = value.filter(|_| entries.is_some()).map_or(self.span, |value| value.span().into());
        Table::new(self.document, entries, span).read(read)
    }

    /// Reads the tables with this `header`, at most `most`.
    pub(super) fn tables<T>(
        &self,
        header: &'static str,
        most: usize,
        read: impl FnMut(&Table<'t>) -> Option<T>,
    ) -> Vec<T> {
        let key = key_of(header);
        self.get(key).map_or_else(Vec::new, |value| self.each(key, value, header, most, read))
    }

    /// Reads the tables with this `header`, at least one and at most `most`.
    pub(super) fn required_tables<T>(
        &self,
        header: &'static str,
        most: usize,
        read: impl FnMut(&Table<'t>) -> Option<T>,
    ) -> Vec<T> {
        let key = key_of(header);
        let help = format!("add a `{header}` line, and write its keys below it");
        let value = self.require(key, header, help, self.get(key));
        value.map_or_else(Vec::new, |value| self.each(key, value, header, most, read))
    }

    fn each<T>(
        &self,
        key: &'static str,
        value: &'t Spanned<DeValue<'t>>,
        header: &str,
        most: usize,
        mut read: impl FnMut(&Table<'t>) -> Option<T>,
    ) -> Vec<T> {
        let not_tables = |value: &Spanned<DeValue<'_>>| {
            // A nested header makes a table of the outer key.
            let is_inside = |inner: &&&'static str| {
                let table = value.get_ref().as_table();
                outer_of(inner) == header && table.is_some_and(|table| table.contains_key(key_of(inner)))
            };
            let help = match self.document.codes.nested.iter().find(is_inside) {
                Some(inner) => {
                    format!("write `{header}`, with double brackets, above the first `{inner}` of each {key}")
                }
                None => format!("write `{header}`, with double brackets, above each {key}"),
            };
            self.no_list(value, key, &format!("`{header}` tables"), &help)
        };
        let Some(array) = value.get_ref().as_array() else {
            self.lacks(key, not_tables(value));
            return Vec::new();
        };
        if let Some(excess) = array.get(most) {
            let fact = format!("there are {} `{header}` entries, but at most {most} are allowed", array.len());
            self.error(|| {
                Problem::new(self.document.codes.limit, fact, self.document.codes.too_large).at(excess.span().into())
            });
            return Vec::new();
        }
        let mut found = Vec::with_capacity(array.len());
        for item in array.iter() {
            match item.get_ref().as_table() {
                Some(entries) => found.extend(
                    Table::new(self.document, Some(entries), item.span().into()).read(|table: &Table<'t>| read(table)),
                ),
                None => self.error(|| not_tables(item)),
            }
        }
        found
    }

    /// Reports a value of the wrong type.
    fn wrong(&self, value: &Spanned<DeValue<'_>>, subject: &str, expected: &str, help: &str) {
        self.error(|| {
            let fact = format!("{subject} is {}, expected {expected}", found(value.get_ref(), "a table"));
            Problem::new(self.document.codes.value, fact, help).at(value.span().into())
        });
    }

    /// Returns the problem of a value that is not a list of `items`.
    fn no_list(&self, value: &Spanned<DeValue<'_>>, key: &str, items: &str, help: &str) -> Problem {
        let fact = format!("`{key}` is {}, expected a list of {items}", found(value.get_ref(), "a single table"));
        Problem::new(self.document.codes.value, fact, help).at(value.span().into())
    }

    /// Reads a finite number. Returns `None` after reporting that the value is not one.
    fn finite(&self, value: &Spanned<DeValue<'_>>, subject: impl Fn() -> String) -> Option<f32> {
        match number(value.get_ref()) {
            Ok(number) => return Some(number),
            Err(NumberError::OtherKind) => {
                let text = matches!(value.get_ref(), DeValue::String(_));
                let help = if text { "write the number without quotes" } else { "write a number such as `0.5`" };
                self.wrong(value, &subject(), "a number", help);
            }
            Err(NumberError::Unusable(written, fact, help)) => self.error(|| {
                let fact = format!("{} is {}, {fact}", subject(), shortened(&written));
                Problem::new(self.document.codes.range, fact, help).at(value.span().into())
            }),
        }
        None
    }

    fn field<T>(&self, value: T, span: Span) -> Field<T> {
        Field { located: Located::new(value, self.document.positions.at(span.start)), span }
    }
}

/// Describes a value of the wrong type. `table` stands for a table.
fn found(value: &DeValue<'_>, table: &str) -> String {
    let found = match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(array) if array.len() == 1 => "a list of 1 value",
        DeValue::Array(array) => return format!("a list of {} values", array.len()),
        DeValue::Table(_) => table,
    };
    found.to_owned()
}

/// Returns the header of the list that contains the list with this header, such as `[[layer]]` for `[[layer.action]]`.
fn outer_of(header: &str) -> String {
    let path = header.trim_matches(['[', ']']);
    format!("[[{}]]", path.rsplit_once('.').map_or(path, |(outer, _)| outer))
}

/// Returns the key in a header, such as `action` for `[[layer.action]]`.
fn key_of(header: &str) -> &str {
    let path = header.trim_matches(['[', ']']);
    path.rsplit_once('.').map_or(path, |(_, key)| key)
}
