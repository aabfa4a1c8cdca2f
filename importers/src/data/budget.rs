//! [`Budget`]: limits the number of values in a source, and their nesting depth.

use crate::codes;
use crate::report::{Problem, Result};
use crate::syntax::Span;

/// The maximum number of values in a source.
const MAX_VALUES: usize = 1 << 20;

/// The maximum nesting depth of values.
const DEEPEST: usize = 64;

/// The number of values that a source may still contain.
pub(super) struct Budget(usize);

impl Budget {
    pub(super) const fn new() -> Self {
        Self(MAX_VALUES)
    }

    /// Counts a value at this depth.
    pub(super) fn enter(&mut self, depth: usize, span: Span) -> Result<()> {
        if depth > DEEPEST {
            let fact = format!("values are nested more than {DEEPEST} levels deep");
            return Err(Problem::new(codes::DATA_LIMIT, fact, "use fewer levels of nesting").at(span));
        }
        self.take(span)
    }

    /// Counts a value.
    pub(super) fn take(&mut self, span: Span) -> Result<()> {
        let fact = || format!("there are more than {MAX_VALUES} values");
        let left = self.0.checked_sub(1);
        self.0 = left.ok_or_else(|| Problem::new(codes::DATA_LIMIT, fact(), "split the file").at(span))?;
        Ok(())
    }
}
