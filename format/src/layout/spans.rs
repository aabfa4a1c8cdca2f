//! Records that share one section: each names its part of it by first element and count.
//!
//! The parts follow each other without a gap, in record order, and fill the section. So no element is used twice or
//! left over, and one value has one encoding.

use bytemuck::{Pod, Zeroable};

use crate::{EncodeError, InvalidContent};

/// A part of a section that several records share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Span {
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl Span {
    /// The elements; none if the section does not have them.
    pub(crate) fn of<T>(self, section: &[T]) -> &[T] {
        let range = || {
            let first = usize::try_from(self.first).ok()?;
            let end = first.checked_add(usize::try_from(self.count).ok()?)?;
            section.get(first..end)
        };
        range().unwrap_or_default()
    }

    /// The text, of bytes that were checked.
    pub(crate) fn text(self, section: &[u8]) -> &str {
        std::str::from_utf8(self.of(section)).unwrap_or_default()
    }
}

/// Checks the spans of one section.
pub(crate) struct SpanCheck {
    section: &'static str,
    next: u64,
}

impl SpanCheck {
    /// For the section of this name.
    pub(crate) fn new(section: &'static str) -> Self {
        Self { section, next: 0 }
    }

    /// The next span, in record order.
    pub(crate) fn next(&mut self, record: usize, span: Span) -> Result<(), InvalidContent> {
        let (found, expected) = (u64::from(span.first), self.next);
        if found != expected {
            return Err(InvalidContent::SpanStart { section: self.section, record, found, expected });
        }
        // Stays far below u64::MAX: fewer than 2^32 records of fewer than 2^32 elements.
        self.next += u64::from(span.count);
        Ok(())
    }

    /// After the last span, for a section of `length` elements.
    pub(crate) fn finish(self, length: usize) -> Result<(), InvalidContent> {
        if self.next == length as u64 {
            return Ok(());
        }
        Err(InvalidContent::SpanTotal { section: self.section, found: self.next, expected: length as u64 })
    }
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

/// A length as a file stores it.
pub(crate) fn count(length: usize, what: &'static str) -> Result<u32, EncodeError> {
    u32::try_from(length).map_err(|_| EncodeError::TooMany { what, found: length, limit: u32::MAX })
}
