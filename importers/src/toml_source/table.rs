//! [`Table`]: a TOML table and its place.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::span::Span;

/// A TOML table and its place.
#[derive(Clone, Copy)]
pub(crate) struct Table<'t> {
    pub(crate) entries: &'t DeTable<'t>,
    /// Its header, or its braces.
    pub(crate) span: Span,
}

impl<'t> Table<'t> {
    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.entries.get(key)
    }
}
