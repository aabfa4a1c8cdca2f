//! Spans: records that share a section each refer to a part of it, by its first element and its number of elements.
//!
//! The spans are in record order, without gaps, and fill the section. So no element is used twice or left over, and each value
//! has only one encoding.

use bytemuck::{Pod, Zeroable};

use crate::error::ensure;
use crate::{EncodeError, InvalidContent};

/// A part of a section that several records share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Span {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl Span {
    /// The elements of the span. Empty if the section does not contain them.
    pub(crate) fn slice<T>(self, section: &[T]) -> &[T] {
        let range = || {
            let first = usize::try_from(self.first).ok()?;
            let end = first.checked_add(usize::try_from(self.count).ok()?)?;
            section.get(first..end)
        };
        range().unwrap_or_default()
    }

    /// The text of the span. The bytes must have been checked.
    pub(crate) fn text(self, section: &[u8]) -> &str {
        std::str::from_utf8(self.slice(section)).unwrap_or_default()
    }
}

/// Checks the spans of one section.
pub(crate) struct SpanCheck {
    section: &'static str,
    next: u64,
}

impl SpanCheck {
    /// Creates a check for the section with this name.
    pub(crate) fn new(section: &'static str) -> Self {
        Self { section, next: 0 }
    }

    /// Checks the next span, in record order.
    pub(crate) fn next(&mut self, record: usize, span: Span) -> Result<(), InvalidContent> {
        let (found, expected) = (u64::from(span.first), self.next);
        let section = self.section;
        ensure!(found == expected, "the span of record {record} in {section} starts at {found}, expected {expected}");
        // Stays far below u64::MAX, because there are fewer than 2^32 records with fewer than 2^32 elements each.
        self.next += u64::from(span.count);
        Ok(())
    }

    /// Checks, after the last span, that a section of `length` elements is filled.
    pub(crate) fn finish(self, length: usize) -> Result<(), InvalidContent> {
        let Self { section, next } = self;
        check_length(section, next, length as u64)
    }
}

/// Checks that a section has as many elements as its records use.
pub(crate) fn check_length(section: &str, used: u64, length: u64) -> Result<(), InvalidContent> {
    ensure!(used == length, "the records use {used} elements of {section}, but {section} has {length}");
    Ok(())
}

/// Checks all spans of a section of `length` elements.
pub(crate) fn check_spans(
    section: &'static str,
    length: usize,
    spans: impl Iterator<Item = Span>,
) -> Result<(), InvalidContent> {
    let mut check = SpanCheck::new(section);
    for (record, span) in spans.enumerate() {
        check.next(record, span)?;
    }
    check.finish(length)
}

/// Appends `items` and returns their span.
pub(crate) fn append<T: Copy>(section: &mut Vec<T>, items: &[T], what: &'static str) -> Result<Span, EncodeError> {
    let first = count(section.len(), what)?;
    section.extend_from_slice(items);
    count(section.len(), what)?;
    Ok(Span { first, count: count(items.len(), what)? })
}

/// Appends a text and returns its span.
pub(crate) fn append_text(section: &mut Vec<u8>, text: &str) -> Result<Span, EncodeError> {
    append(section, text.as_bytes(), "text bytes")
}

/// Converts a length to the type in which a file stores it.
pub(crate) fn count(length: usize, what: &'static str) -> Result<u32, EncodeError> {
    u32::try_from(length).map_err(|_| EncodeError::TooMany { what, found: length, limit: u32::MAX })
}
