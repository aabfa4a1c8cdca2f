//! [`Problems`]: collects the problems of a text, up to a limit.

use rigmill_pipeline::{Code, Diagnostic, ImportContext, Level, SourcePath, SourceText, StageError};

use super::slips::explained;
use super::{Problem, Result};
use crate::codes;

/// The maximum number of errors, and of warnings, that are reported for a source. All others are counted.
const SHOWN: usize = 50;

/// The number of problems of a level that are shown, and the number that are not.
#[derive(Default)]
struct Tally {
    shown: usize,
    hidden: usize,
}

impl Tally {
    /// Counts a problem. Returns whether it is shown.
    fn admit(&mut self) -> bool {
        let admitted = self.shown < SHOWN;
        *(if admitted { &mut self.shown } else { &mut self.hidden }) += 1;
        admitted
    }
}

/// The problems of one text.
pub(crate) struct Problems {
    /// The code of the diagnostic that counts the problems beyond the limit.
    more: Code,
    shown: Vec<Problem>,
    errors: Tally,
    warnings: Tally,
}

impl Problems {
    pub(crate) fn new(more: Code) -> Self {
        Self { more, shown: Vec::new(), errors: Tally::default(), warnings: Tally::default() }
    }

    /// Reports an error. Calls `problem` only if the error will be shown.
    pub(crate) fn error(&mut self, problem: impl FnOnce() -> Problem) {
        if self.errors.admit() {
            self.shown.push(problem());
        }
    }

    /// Reports a warning. Calls `problem` only if the warning will be shown.
    pub(crate) fn warning(&mut self, problem: impl FnOnce() -> Problem) {
        if self.warnings.admit() {
            self.shown.push(problem().warning());
        }
    }

    /// Returns the number of problems shown so far, as a mark for [`name_part_since`](Self::name_part_since).
    pub(crate) fn mark(&self) -> usize {
        self.shown.len()
    }

    /// Prepends the part of the source to the message of each problem since `mark`.
    pub(crate) fn name_part_since(&mut self, mark: usize, part: &str) {
        let since = self.shown.split_off(mark);
        self.shown.extend(since.into_iter().map(|problem| problem.in_part(part)));
    }

    pub(crate) fn any_error(&self) -> bool {
        self.errors.shown > 0
    }

    /// Reports all problems in the order of their positions, including the problem that ended the reading. Returns the value if
    /// there is no error. The problems are about `file`, or about the source.
    pub(crate) fn conclude<T>(
        mut self,
        value: Result<T>,
        text: &SourceText,
        file: Option<&SourcePath>,
        ctx: &mut ImportContext<'_>,
    ) -> Result<T, StageError> {
        let value = value.map_err(|problem| {
            // After a mistake in the markup, everything may be read as part of the wrong element.
            if problem.code() == codes::XML_MALFORMED.id {
                self.shown.retain(|problem| !problem.is_warning());
                self.warnings = Tally::default();
            }
            self.shown.push(explained(problem, text));
        });
        let value = value.ok().filter(|_| !self.any_error());
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

fn beyond(level: Level, more: usize, code: Code) -> Option<Diagnostic> {
    let (are, s) = if more == 1 { ("is", "") } else { ("are", "s") };
    let message = format!("there {are} {more} more {}{s}", level.name());
    let diagnostic =
        Diagnostic::new(code, message).help("fix the errors above first; the rest may have the same cause");
    (more > 0).then_some(Diagnostic { level, ..diagnostic })
}
