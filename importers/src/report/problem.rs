//! [`Problem`]: a problem of a source.

use std::borrow::Cow;
use std::fmt::Display;

use rigmill_pipeline::{Code, Diagnostic, Level, Location, SourceText, did_you_mean};

use crate::syntax::Span;

/// The maximum number of characters of a text that a message shows.
const LONGEST_SHOWN: usize = 40;
/// The maximum number of known names in a message.
const MAX_NAMES: usize = 24;

/// The result of reading a source.
pub(crate) type Result<T, E = Problem> = std::result::Result<T, E>;

/// A problem of a source: the fact, the remedy and, in a text, the position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    diagnostic: Box<Diagnostic>,
    span: Option<Span>,
}

impl Problem {
    /// Creates a problem of the source as a whole.
    pub(crate) fn new(code: Code, fact: impl Into<String>, help: impl Into<String>) -> Self {
        Self { diagnostic: Diagnostic::new(code, fact).help(help).into(), span: None }
    }

    /// Creates a problem with a count or size that exceeds its limit.
    pub(crate) fn limit(code: Code, found: u64, what: &str, most: u64, help: &str) -> Self {
        Self::new(code, format!("there are {found} {what}, but at most {most} are allowed"), help)
    }

    /// Returns the bytes of the source's text that the problem is about.
    pub(super) const fn span(&self) -> Option<Span> {
        self.span
    }

    /// Replaces the fact and the remedy.
    pub(super) fn replaced(mut self, fact: String, help: String) -> Self {
        self.diagnostic.message = fact;
        self.diagnostic.help = Some(help);
        self
    }

    pub(crate) fn code(&self) -> &str {
        &self.diagnostic.code
    }

    pub(crate) fn is_warning(&self) -> bool {
        self.diagnostic.level == Level::Warning
    }

    /// Sets the bytes of the source's text that the problem is about.
    pub(crate) fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets the location of the problem, if the text is no longer available.
    pub(crate) fn at_location(mut self, location: Location) -> Self {
        self.diagnostic.location = Some(location);
        self
    }

    /// Sets the parameter whose value causes the problem, and begins the message with its name.
    pub(crate) fn of_parameter(mut self, name: &'static str) -> Self {
        *self.diagnostic = self.diagnostic.of_parameter(name);
        self
    }

    /// Sets a parameter, or a key of a rule, whose value may cause the problem. The message stays the same.
    pub(crate) fn perhaps_of_parameter(mut self, name: &'static str) -> Self {
        *self.diagnostic = self.diagnostic.perhaps_of_parameter(name);
        self
    }

    /// Sets the item at fault in the list of the parameter, which must be set before. Items are counted from 1.
    pub(crate) fn in_item(mut self, number: usize) -> Self {
        *self.diagnostic = self.diagnostic.in_key(&number.to_string());
        self
    }

    /// Prepends the part of the source that the problem is about.
    pub(crate) fn in_part(mut self, part: impl Display) -> Self {
        self.diagnostic.message.insert_str(0, &format!("{part}: "));
        self
    }

    /// Turns the problem into a warning.
    pub(crate) fn warning(mut self) -> Self {
        self.diagnostic.level = Level::Warning;
        self
    }

    /// Converts the problem to a diagnostic, with its position in the source's text.
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

/// Returns the remedy for an unknown name: the known name that was probably meant, or a list of the known names.
pub(crate) fn known_here<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    did_you_mean(name, known.clone()).unwrap_or_else(|| {
        let known: Vec<&str> = known.into_iter().take(MAX_NAMES).collect();
        format!("use one of these names: `{}`", known.join("`, `"))
    })
}

/// Shortens a text for messages.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}
