//! [`Diagnostic`]: an error or warning with a location, a fact and a remedy.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::SourcePath;

/// The code of a kind of diagnostic, such as `R0012`. `docs/diagnostics.md` has an entry for each code.
pub type Code = Cow<'static, str>;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Level {
    /// The asset is built, but has a problem that needs attention.
    Warning,
    /// The asset is not built.
    Error,
}

impl Level {
    /// Returns `error` or `warning`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A location in a text file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Location {
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// The line itself, shortened if it is long; `None` if the source's text was not available.
    pub excerpt: Option<String>,
    /// The first highlighted character of the excerpt, counted from 0.
    pub highlight_start: u32,
    /// The number of highlighted characters; at least 1.
    pub highlight_length: u32,
}

impl Location {
    /// Creates a location without an excerpt.
    #[must_use]
    pub const fn at(line: u32, column: u32) -> Self {
        Self { line, column, excerpt: None, highlight_start: 0, highlight_length: 1 }
    }

    /// Creates a location with its line of text. `start` and `length` select the characters to highlight. A line with more than
    /// `limit` characters is shortened around them.
    pub(crate) fn with_excerpt(line: u32, column: u32, text: &str, start: usize, length: usize, limit: usize) -> Self {
        let from = if text.chars().count() <= limit { 0 } else { start.saturating_sub(limit / 4) };
        let mut excerpt: String = text.chars().skip(from).take(limit).collect();
        let mut shift = 0;
        if from > 0 {
            excerpt.insert(0, '…');
            shift = 1;
        }
        if text.chars().count() > from + limit {
            excerpt.push('…');
        }
        let start = start - from + shift;
        let length = length.min(excerpt.chars().count().saturating_sub(start)).max(1);
        let [highlight_start, highlight_length] = [start, length].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        Self { line, column, excerpt: Some(excerpt), highlight_start, highlight_length }
    }
}

/// An error or warning for the user: the location, the fact and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The severity.
    pub level: Level,
    /// The code, which identifies the kind of problem.
    pub code: Code,
    /// The fact, in one line: what was found and what was expected.
    pub message: String,
    /// The file that the diagnostic is about.
    pub file: Option<SourcePath>,
    /// The location in the file.
    pub location: Option<Location>,
    /// The remedy.
    pub help: Option<String>,
    /// The parameter whose value causes the problem. If the manifest sets the parameter, a build reports the diagnostic at its
    /// value in `rigmill.toml` instead of at the source. A dot separates the parameter's name from the key in its table, if the
    /// problem is there: `root_motion.skeleton`.
    pub parameter: Option<Cow<'static, str>>,
    /// The failed asset that caused this error. The error needs no fix of its own.
    pub caused_by: Option<String>,
}

impl Diagnostic {
    /// Creates an error without a location.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Level::Error, code, message.into())
    }

    /// Creates a warning without a location.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Level::Warning, code, message.into())
    }

    const fn new(level: Level, code: &'static str, message: String) -> Self {
        Self {
            level,
            code: Cow::Borrowed(code),
            message,
            file: None,
            location: None,
            help: None,
            parameter: None,
            caused_by: None,
        }
    }

    /// Sets the file that the diagnostic is about.
    #[must_use]
    pub fn in_file(mut self, file: &SourcePath) -> Self {
        self.file = Some(file.clone());
        self
    }

    /// Sets the location in the file.
    #[must_use]
    pub fn at(mut self, location: Location) -> Self {
        self.location = Some(location);
        self
    }

    /// Sets the parameter whose value causes the problem, and begins the message with its name.
    ///
    /// ```
    /// use rigmill_pipeline::Diagnostic;
    ///
    /// let diagnostic = Diagnostic::error("BEAT1", "there is no song `Walz.ogg`").of_parameter("song");
    /// assert_eq!(diagnostic.message, "parameter `song`: there is no song `Walz.ogg`");
    /// ```
    #[must_use]
    pub fn of_parameter(mut self, name: &'static str) -> Self {
        self.message.insert_str(0, &format!("parameter `{name}`: "));
        self.perhaps_of_parameter(name)
    }

    /// Sets a parameter whose value may cause the problem. The message stays the same, because the cause may also be the source:
    /// only if the manifest sets the parameter, a build reports the diagnostic there.
    #[must_use]
    pub fn perhaps_of_parameter(mut self, name: &'static str) -> Self {
        self.parameter = Some(Cow::Borrowed(name));
        self
    }

    /// Sets the key at fault in the table of the parameter, which must be set before. The number of a list's item, counted from
    /// 1, counts as its key. The message stays the same.
    ///
    /// ```
    /// use rigmill_pipeline::Diagnostic;
    ///
    /// let diagnostic = Diagnostic::error("BEAT1", "song 2 does not exist").of_parameter("songs").in_key("2");
    /// assert_eq!(diagnostic.parameter.as_deref(), Some("songs.2"));
    /// ```
    #[must_use]
    pub fn in_key(mut self, key: &str) -> Self {
        self.parameter = self.parameter.map(|parameter| Cow::Owned(format!("{parameter}.{key}")));
        self
    }

    /// Sets the failed asset that caused this error. The remedy is to fix that asset.
    #[must_use]
    pub fn caused_by(mut self, asset: &str) -> Self {
        self.caused_by = Some(asset.to_owned());
        self.help(format!("fix the errors of `{asset}` first"))
    }

    /// Sets the remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Defines a constant for each code of a crate's diagnostics, and the list `ALL` of all codes.
///
/// ```
/// rigmill_pipeline::codes! {
///     TEMPO = "BEAT1", "a tempo is out of range";
///     BEATS = "BEAT2", "there are more beats than a clip may have";
/// }
///
/// assert_eq!(TEMPO, "BEAT1");
/// assert_eq!(ALL[1], (BEATS, "there are more beats than a clip may have"));
/// ```
#[macro_export]
macro_rules! codes {
    ($($name:ident = $code:literal, $title:literal;)*) => {
        $(#[doc = concat!($code, ": ", $title, ".")] pub const $name: &str = $code;)*

        /// Every code with its title, in order.
        pub const ALL: &[(&str, &str)] = &[$(($name, $title)),*];
    };
}
