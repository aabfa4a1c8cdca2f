//! Parses TOML with the position of every key and value.

use rigmill_pipeline::SourceText;
use toml::Spanned;
use toml::de::DeTable;

use super::Span;
use crate::report::{Problem, Result};

/// Returns the top-level table of a TOML text. `code` is the code of the problem if the text is not TOML.
pub(crate) fn parse_toml<'t>(text: &'t SourceText, code: &'static str) -> Result<Spanned<DeTable<'t>>> {
    DeTable::parse(text.as_str()).map_err(|error| {
        let span = Span::from(error.span().unwrap_or_default());
        Problem::new(code, error.message().trim_end(), "fix the TOML syntax").at(span)
    })
}
