//! Describes content types: their sections, the spans and names in these sections, and their numbered enums.

mod content;
mod getters;
pub(crate) mod names;
mod numbered;
pub(crate) mod numbers;
mod sections;
mod spans;

pub use content::Content;
pub(crate) use getters::getters;
pub(crate) use numbered::numbered;
pub(crate) use sections::{One, Rules, prefixed, sections};
pub(crate) use spans::{Span, SpanCheck, append, append_text, check_length, check_spans, count};
