//! [`Param`]: one entry of a rule's `params`.

use std::ops::Range;
use std::sync::Arc;

use rigmill_pipeline::{Location, SourceText};
use toml::Spanned;
use toml::de::DeValue;

use super::located::Located;

/// One entry of a rule's `params`.
#[derive(Clone, Debug)]
pub struct Param {
    /// The parameter's name.
    pub name: Located<String>,
    /// The parameter's value.
    pub value: Located<toml::Value>,
    places: Places,
}

impl Param {
    pub(super) fn new(name: Located<String>, value: Located<toml::Value>, places: Places) -> Self {
        Self { name, value, places }
    }

    /// Returns the location of a key in the parameter's table, or of a part of the key if the rest is not in the manifest; see
    /// [`Diagnostic::in_key`](rigmill_pipeline::Diagnostic::in_key). Without a key, returns the location of the value.
    pub(crate) fn place_of(&self, key: Option<&str>) -> Location {
        let place = key.and_then(|key| self.places.find(key));
        place.unwrap_or_else(|| self.value.location.clone())
    }
}

/// The places of the entries in the tables and lists of a value. Only diagnostics need locations, and a value can have many
/// entries, so only spans are kept.
#[derive(Clone, Debug)]
pub(super) struct Places {
    source: Arc<SourceText>,
    spans: Vec<(String, Range<usize>)>,
}

impl Places {
    pub(super) fn new(source: &Arc<SourceText>, value: &DeValue<'_>) -> Self {
        let mut spans = Vec::new();
        add_spans("", value, &mut spans);
        Self { source: Arc::clone(source), spans }
    }

    fn find(&self, key: &str) -> Option<Location> {
        let ends = key.rmatch_indices('.').map(|(end, _)| end);
        let mut parts = std::iter::once(key.len()).chain(ends).map(|end| &key[..end]);
        let (_, span) = parts.find_map(|part| self.spans.iter().find(|(known, _)| known == part))?;
        Some(self.source.location(span.start, span.end))
    }
}

/// Adds the spans of a value's entries. `within` is the key of the value itself.
fn add_spans(within: &str, value: &DeValue<'_>, spans: &mut Vec<(String, Range<usize>)>) {
    let mut add = |key: &str, start: usize, value: &Spanned<DeValue<'_>>| {
        let key = if within.is_empty() { key.to_owned() } else { format!("{within}.{key}") };
        spans.push((key.clone(), start..value.span().end.max(start)));
        add_spans(&key, value.get_ref(), spans);
    };
    match value {
        DeValue::Table(table) => table.iter().for_each(|(key, value)| add(key.get_ref(), key.span().start, value)),
        DeValue::Array(items) => {
            let numbered = (1_usize..).zip(items.iter());
            numbered.for_each(|(number, item)| add(&number.to_string(), item.span().start, item));
        }
        _ => {}
    }
}
