//! [`Span`]: a range of bytes in a source.

use std::ops::Range;

/// The bytes `start..end` of a source's decoded text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns the span from the start of `self` to the end of `other`.
    pub(crate) const fn joined(self, other: Self) -> Self {
        Self::new(self.start, other.end)
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}
