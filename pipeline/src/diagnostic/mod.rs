//! [`Diagnostic`]: an error or warning with a location, a fact and a remedy.

pub mod codes;
mod level;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

pub use self::codes::Code;
pub use self::level::Level;
use crate::SourcePath;

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
    /// The identifier of the code, such as `R0012`.
    pub code: Cow<'static, str>,
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
    /// Creates an error without a location. The code is one of [`codes`], or the identifier of your own code.
    #[must_use]
    pub fn error(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self::with_level(Level::Error, code.into(), message.into())
    }

    /// Creates a warning without a location. The code is one of [`codes`], or the identifier of your own code.
    #[must_use]
    pub fn warning(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self::with_level(Level::Warning, code.into(), message.into())
    }

    /// Creates a diagnostic with the level of its code: an error, unless the code is always a warning.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self::with_level(code.level.unwrap_or(Level::Error), code.into(), message.into())
    }

    fn with_level(level: Level, code: Cow<'static, str>, message: String) -> Self {
        debug_assert!(codes::is_level(&code, level), "{code} is not a code of a {}: {message}", level.name());
        Self { level, code, message, file: None, location: None, help: None, parameter: None, caused_by: None }
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
