//! Parses TOML with the position of every key and value.

use rigmill_pipeline::{Code, SourceText, subtable_above};
use toml::Spanned;
use toml::de::DeTable;

use super::Span;
use crate::report::{Problem, Result, shortened};

/// Returns the top-level table of a TOML text. `code` is the code of the problem if the text is not TOML.
pub(crate) fn parse_toml<'t>(text: &'t SourceText, code: Code) -> Result<Spanned<DeTable<'t>>> {
    DeTable::parse(text.as_str()).map_err(|error| {
        let span = Span::from(error.span().unwrap_or_default());
        match error.message().trim_end() {
            "duplicate key" => duplicate_key(text.as_str(), span, code),
            message => Problem::new(code, message, "fix the TOML syntax").at(span),
        }
    })
}

/// Creates the problem of the second occurrence of a key or of the last key of a header, at this span.
fn duplicate_key(text: &str, span: Span, code: Code) -> Problem {
    let key = text.get(span.start..span.end).unwrap_or_default();
    let before = text.get(..span.start).unwrap_or_default();
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    if let Some(above) = subtable_above(text, before.len() - line.len()) {
        let fact = format!("`{}` is above the first `[[{key}]]`", text[above.clone()].trim());
        let help = format!("move this table below the `[[{key}]]` that it belongs to");
        return Problem::new(code, fact, help).at(above.into());
    }
    let is_path = |path: &str| path.chars().all(|it| it.is_alphanumeric() || "_-. \"".contains(it));
    let outer = line.trim_start().strip_prefix('[').map(|rest| rest.trim_start_matches('['));
    let help = match outer.filter(|outer| is_path(outer)) {
        Some(outer) => {
            format!("write the table once; for a list of tables, write `[[{outer}{key}]]` above each table")
        }
        None => "write each key once".to_owned(),
    };
    Problem::new(code, format!("duplicate key `{}`", shortened(key)), help).at(span)
}
