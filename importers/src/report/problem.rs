//! [`Problem`]: what is wrong with a source.

use std::borrow::Cow;
use std::fmt::Display;

use rigmill_pipeline::{Diagnostic, Level, Location, SourceText, did_you_mean};

use crate::syntax::Span;

/// How many characters of a text a message shows.
const LONGEST_SHOWN: usize = 40;
/// How many known names a message lists.
const MOST_NAMES: usize = 24;

/// What reading a source gives.
pub(crate) type Result<T, E = Problem> = std::result::Result<T, E>;

/// What is wrong with a source: the fact, the remedy and, in a text, the position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    diagnostic: Box<Diagnostic>,
    span: Option<Span>,
}

impl Problem {
    /// A problem of the source as a whole.
    pub(crate) fn new(code: &'static str, fact: impl Into<String>, help: impl Into<String>) -> Self {
        Self { diagnostic: Diagnostic::error(code, fact).help(help).into(), span: None }
    }

    /// A problem with a count or size above its limit.
    pub(crate) fn limit(code: &'static str, found: u64, what: &str, most: u64, help: &str) -> Self {
        Self::new(code, format!("there are {found} {what}, at most {most} are allowed"), help)
    }

    /// The same problem, at these bytes of the source's text.
    pub(crate) fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// The same problem, at a position whose text is already lost.
    pub(crate) fn at_location(mut self, location: Location) -> Self {
        self.diagnostic.location = Some(location);
        self
    }

    /// The same problem, with the part of the source that it is in before the fact.
    pub(crate) fn in_part(mut self, part: impl Display) -> Self {
        self.diagnostic.message.insert_str(0, &format!("{part}: "));
        self
    }

    /// The same problem, as a warning.
    pub(crate) fn warning(mut self) -> Self {
        self.diagnostic.level = Level::Warning;
        self
    }

    /// The diagnostic, with its position in the source's text.
    pub(crate) fn into_diagnostic(self, text: &SourceText) -> Diagnostic {
        let location = self.span.map(|span| text.location(span.start, span.end));
        Diagnostic { location: location.or(self.diagnostic.location), ..*self.diagnostic }
    }
}

impl From<Problem> for Diagnostic {
    fn from(problem: Problem) -> Self {
        *problem.diagnostic
    }
}

/// The remedy for an unknown name: the known name that was probably meant, or the known names.
pub(crate) fn known_here<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    did_you_mean(name, known.clone()).unwrap_or_else(|| {
        let known: Vec<&str> = known.into_iter().take(MOST_NAMES).collect();
        format!("known here: `{}`", known.join("`, `"))
    })
}

/// A text as a message shows it: its beginning, when it is long.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}
