//! [`Budget`]: how much a source may make.

use crate::codes;
use crate::problems::{Problems, Stop, words};
use crate::span::Span;

/// How many values a source may have.
const MOST_VALUES: usize = 1 << 20;

/// How deep values may nest.
const DEEPEST: usize = 64;

/// How many more values a source may have.
pub(super) struct Budget(usize);

impl Budget {
    pub(super) const fn new() -> Self {
        Self(MOST_VALUES)
    }

    /// Counts a value that is so many levels deep.
    pub(super) fn enter(&mut self, depth: usize, problems: &mut Problems<'_>, span: Span) -> Result<(), Stop> {
        if depth > DEEPEST {
            return Err(too_much(
                problems,
                span,
                format!("values nest deeper than {DEEPEST} levels"),
                "write it flatter",
            ));
        }
        self.take(problems, span)
    }

    /// Counts a value.
    pub(super) fn take(&mut self, problems: &mut Problems<'_>, span: Span) -> Result<(), Stop> {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                Ok(())
            }
            None => {
                Err(too_much(problems, span, format!("there are more than {MOST_VALUES} values"), "split the file"))
            }
        }
    }
}

fn too_much(problems: &mut Problems<'_>, span: Span, fact: String, help: &str) -> Stop {
    problems.fatal(codes::DATA_LIMIT, span, || words(fact, help))
}
