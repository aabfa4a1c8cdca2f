//! [`Problems`]: what is wrong with a source, collected up to a bound.

use std::borrow::Cow;

use rigmill_pipeline::{Diagnostic, Level, SourceText};

use crate::span::Span;

/// How many errors, and how many warnings, of one source are told; the others are counted.
const SHOWN: usize = 50;
/// How many characters of a text a message shows.
const LONGEST_SHOWN: usize = 40;

/// What is left after a problem that makes reading on pointless. The problem has been reported.
#[derive(Debug)]
pub(crate) struct Stop;

/// A problem in words: the fact and the remedy.
pub(crate) struct Words {
    fact: String,
    help: String,
}

/// The fact and the remedy of a problem.
pub(crate) fn words(fact: impl Into<String>, help: impl Into<String>) -> Words {
    Words { fact: fact.into(), help: help.into() }
}

/// A text as a message shows it: its beginning, when it is long.
pub(crate) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// How many problems of a level are shown, and how many are not.
#[derive(Default)]
struct Tally {
    shown: usize,
    hidden: usize,
}

impl Tally {
    /// Counts one more and says whether it is shown.
    fn admit(&mut self) -> bool {
        let admitted = self.shown < SHOWN;
        *(if admitted { &mut self.shown } else { &mut self.hidden }) += 1;
        admitted
    }
}

/// The problems of one source.
pub(crate) struct Problems<'a> {
    text: &'a SourceText,
    /// The code under which problems beyond the bound are told.
    more: &'static str,
    shown: Vec<Diagnostic>,
    errors: Tally,
    warnings: Tally,
}

impl<'a> Problems<'a> {
    pub(crate) fn new(text: &'a SourceText, more: &'static str) -> Self {
        Self { text, more, shown: Vec::new(), errors: Tally::default(), warnings: Tally::default() }
    }

    /// Reports an error. The words are only asked for when they will be shown.
    pub(crate) fn error(&mut self, code: &'static str, span: Span, words: impl FnOnce() -> Words) {
        if self.errors.admit() {
            let Words { fact, help } = words();
            self.show(Diagnostic::error(code, fact).help(help), span);
        }
    }

    /// Reports an error after which reading on is pointless. It is shown in any case.
    pub(crate) fn fatal(&mut self, code: &'static str, span: Span, words: impl FnOnce() -> Words) -> Stop {
        self.errors.shown += 1;
        let Words { fact, help } = words();
        self.show(Diagnostic::error(code, fact).help(help), span);
        Stop
    }

    /// Reports a warning.
    pub(crate) fn warning(&mut self, code: &'static str, span: Span, words: impl FnOnce() -> Words) {
        if self.warnings.admit() {
            let Words { fact, help } = words();
            self.show(Diagnostic::warning(code, fact).help(help), span);
        }
    }

    fn show(&mut self, diagnostic: Diagnostic, span: Span) {
        self.shown.push(diagnostic.at(self.text.place(span.start, span.end)));
    }

    /// How many problems are to be shown so far: a mark for [`say_whose_since`](Self::say_whose_since).
    pub(crate) fn mark(&self) -> usize {
        self.shown.len()
    }

    /// Begins the message of each problem since `mark` with the name of what it is about.
    pub(crate) fn say_whose_since(&mut self, mark: usize, whose: &str) {
        for diagnostic in self.shown.iter_mut().skip(mark) {
            diagnostic.message.insert_str(0, &format!("{whose}: "));
        }
    }

    pub(crate) fn any_error(&self) -> bool {
        self.errors.shown > 0
    }

    /// The problems in order of their places; last, how many there were beyond the bound.
    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        let mut diagnostics = self.shown;
        diagnostics.sort_by_key(|diagnostic| diagnostic.place.as_ref().map(|place| (place.line, place.column)));
        diagnostics.extend(beyond(Level::Error, self.errors.hidden, self.more));
        diagnostics.extend(beyond(Level::Warning, self.warnings.hidden, self.more));
        diagnostics
    }
}

fn beyond(level: Level, more: usize, code: &'static str) -> Option<Diagnostic> {
    if more == 0 {
        return None;
    }
    let message = format!("and {more} more {}{}", level.name(), if more == 1 { "" } else { "s" });
    let diagnostic = match level {
        Level::Error => Diagnostic::error(code, message),
        Level::Warning => Diagnostic::warning(code, message),
    };
    Some(diagnostic.help("mend those above first; many have one cause"))
}
