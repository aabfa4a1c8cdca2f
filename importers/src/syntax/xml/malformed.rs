//! The problem that XML is not well-formed.

use crate::codes;
use crate::report::Problem;
use crate::syntax::Span;

/// Creates the problem that the XML is not well-formed at `span`.
pub(super) fn malformed(span: Span, fact: impl Into<String>) -> Problem {
    Problem::new(codes::XML_MALFORMED, fact, "fix the XML, or export the file again").at(span)
}
