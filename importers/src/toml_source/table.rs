//! [`Table`]: a TOML table and its place.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::span::Span;

/// A TOML table and its place.
pub(crate) struct Table<'t> {
    pub(crate) entries: &'t DeTable<'t>,
    /// Its header, or its braces.
    pub(crate) span: Span,
    /// The keys for which unknown ones seem to stand, which have been reported.
    misspelt: Vec<&'static str>,
}

impl<'t> Table<'t> {
    pub(crate) const fn new(entries: &'t DeTable<'t>, span: Span) -> Self {
        Self { entries, span, misspelt: Vec::new() }
    }

    /// Notes that an unknown key, which has been reported, seems to stand for this one.
    pub(crate) fn note_misspelt(&mut self, key: &'static str) {
        self.misspelt.push(key);
    }

    /// Whether an unknown key seems to stand for this one, so that it is not missing.
    pub(crate) fn is_misspelt(&self, key: &str) -> bool {
        self.misspelt.contains(&key)
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.entries.get(key)
    }
}
