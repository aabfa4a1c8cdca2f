//! [`Fields`]: reads a table of a schema.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::codes;
use crate::report::{Problem, Problems, known_here, shortened};
use crate::syntax::Span;

/// A table of a schema, with its span.
pub(super) struct Fields<'t> {
    table: &'t DeTable<'t>,
    pub(super) span: Span,
}

impl<'t> Fields<'t> {
    pub(super) const fn new(table: &'t DeTable<'t>, span: Span) -> Self {
        Self { table, span }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.table.get(key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    /// Reports every key that is not `known`.
    pub(super) fn check_keys(&self, known: &[&str], problems: &mut Problems) {
        for key in self.table.keys().filter(|key| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            problems.error(|| {
                let fact = format!("unknown key `{}`", shortened(name));
                Problem::new(codes::SCHEMA_KEY, fact, known_here(name, known.iter().copied())).at(key.span().into())
            });
        }
    }

    /// Reports every key that a type cannot have, although other types can. `allowed` are the keys that the type can have, and
    /// `help` returns the remedy for a key.
    pub(super) fn refuse_keys(
        &self,
        what: &str,
        allowed: &[&str],
        help: impl Fn(&str) -> Option<String>,
        problems: &mut Problems,
    ) {
        for key in self.table.keys().filter(|key| !allowed.contains(&key.get_ref().as_ref())) {
            let Some(help) = help(key.get_ref()) else { continue };
            problems.error(|| {
                let fact = format!("{what} cannot have `{}`", key.get_ref());
                Problem::new(codes::SCHEMA_VALUE, fact, help).at(key.span().into())
            });
        }
    }

    /// Returns a text, if there is one.
    pub(super) fn text(&self, key: &str, problems: &mut Problems) -> Option<String> {
        let value = self.get(key)?;
        let text = value.get_ref().as_str();
        if text.is_none() {
            wrong(value, key, "a string", "\"…\"", problems);
        }
        text.map(str::to_owned)
    }

    /// Returns whether a key is true.
    pub(super) fn flag(&self, key: &str, problems: &mut Problems) -> bool {
        let Some(value) = self.get(key) else { return false };
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            wrong(value, key, "`true` or `false`", "true", problems);
        }
        flag.unwrap_or_default()
    }

    /// Returns a number, if there is one.
    pub(super) fn number(&self, key: &str, problems: &mut Problems) -> Option<f64> {
        let value = self.get(key)?;
        let number = match value.get_ref() {
            DeValue::Integer(whole) => i64::from_str_radix(whole.as_str(), whole.radix()).ok().map(|it| it as f64),
            DeValue::Float(float) => float.as_str().parse::<f64>().ok().filter(|it| it.is_finite()),
            _ => None,
        };
        if number.is_none() {
            wrong(value, key, "a number", "0", problems);
        }
        number
    }
}

/// Reports a value of the wrong type. `example` is a value of the right type.
fn wrong(value: &Spanned<DeValue<'_>>, key: &str, expected: &str, example: &str, problems: &mut Problems) {
    problems.error(|| {
        let found = with_article(value.get_ref().type_str());
        let fact = format!("`{key}` is {found}, expected {expected}");
        Problem::new(codes::SCHEMA_VALUE, fact, format!("write {expected}, as in `{key} = {example}`"))
            .at(value.span().into())
    });
}

/// The name of a type with its article: `a string`, `an integer`.
pub(super) fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}
