//! [`Problems`]: what is wrong with a text, collected up to a bound.

use rigmill_pipeline::{Diagnostic, ImportContext, Level, SourcePath, SourceText, StageError};

use super::{Problem, Result};

/// How many errors, and how many warnings, of one source are reported; the others are counted.
const SHOWN: usize = 50;

/// How many problems of a level are shown, and how many are not.
#[derive(Default)]
struct Tally {
    shown: usize,
    hidden: usize,
}

impl Tally {
    /// Counts a problem and returns whether it is shown.
    fn admit(&mut self) -> bool {
        let admitted = self.shown < SHOWN;
        *(if admitted { &mut self.shown } else { &mut self.hidden }) += 1;
        admitted
    }
}

/// The problems of one text.
pub(crate) struct Problems {
    /// The code of the diagnostic that counts the problems beyond the bound.
    more: &'static str,
    shown: Vec<Problem>,
    errors: Tally,
    warnings: Tally,
}

impl Problems {
    pub(crate) fn new(more: &'static str) -> Self {
        Self { more, shown: Vec::new(), errors: Tally::default(), warnings: Tally::default() }
    }

    /// Reports an error. `problem` is only called when it will be shown.
    pub(crate) fn error(&mut self, problem: impl FnOnce() -> Problem) {
        if self.errors.admit() {
            self.shown.push(problem());
        }
    }

    /// Reports a warning, in the same way.
    pub(crate) fn warning(&mut self, problem: impl FnOnce() -> Problem) {
        if self.warnings.admit() {
            self.shown.push(problem().warning());
        }
    }

    /// How many problems are shown so far: a mark for [`name_part_since`](Self::name_part_since).
    pub(crate) fn mark(&self) -> usize {
        self.shown.len()
    }

    /// Puts the part of the source before the fact of each problem since `mark`.
    pub(crate) fn name_part_since(&mut self, mark: usize, part: &str) {
        let since = self.shown.split_off(mark);
        self.shown.extend(since.into_iter().map(|problem| problem.in_part(part)));
    }

    pub(crate) fn any_error(&self) -> bool {
        self.errors.shown > 0
    }

    /// Reports all problems in the order of their positions, the one that ended the reading included, and returns the value if
    /// there is no error. They are about `file`, or about the source.
    pub(crate) fn conclude<T>(
        mut self,
        value: Result<T>,
        text: &SourceText,
        file: Option<&SourcePath>,
        ctx: &mut ImportContext<'_>,
    ) -> Result<T, StageError> {
        let value = value.map_err(|problem| self.shown.push(problem)).ok().filter(|_| !self.any_error());
        let mut diagnostics: Vec<_> = self.shown.into_iter().map(|problem| problem.into_diagnostic(text)).collect();
        diagnostics
            .sort_by_key(|diagnostic| diagnostic.location.as_ref().map(|location| (location.line, location.column)));
        diagnostics.extend(beyond(Level::Error, self.errors.hidden, self.more));
        diagnostics.extend(beyond(Level::Warning, self.warnings.hidden, self.more));
        for diagnostic in diagnostics {
            ctx.report(match file {
                Some(file) => diagnostic.in_file(file),
                None => diagnostic,
            });
        }
        value.ok_or(StageError::Diagnosed)
    }
}

fn beyond(level: Level, more: usize, code: &'static str) -> Option<Diagnostic> {
    let message = format!("and {more} more {}{}", level.name(), if more == 1 { "" } else { "s" });
    let diagnostic = Diagnostic::error(code, message).help("fix the errors above first; they may have the same cause");
    (more > 0).then_some(Diagnostic { level, ..diagnostic })
}
