//! [`Error`]: why a file cannot be read or written.

/// Why a file cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", shown(place))]
pub struct Error {
    /// The kind of problem, for programs.
    pub kind: ErrorKind,
    message: String,
    /// The line and the column, in bytes, of the document's JSON, both counted from 1, if the JSON is at fault there. The
    /// message ends with them unless they are removed.
    pub place: Option<(usize, usize)>,
}

fn shown(place: &Option<(usize, usize)>) -> String {
    place.map(|(line, column)| format!(" at line {line} column {column}")).unwrap_or_default()
}

/// The kinds of problems in files and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file ends too early.
    Truncated,
    /// The glTF version is not 2.0.
    Version,
    /// The document is not the JSON of a glTF file.
    Document,
    /// The document contradicts the specification, or refers to something that it does not contain.
    Invalid,
    /// A buffer has fewer bytes than it declares.
    Buffer,
    /// An accessor or a buffer view does not match its bytes or its use.
    Accessor,
    /// The file contains data only in the form of an extension that this crate does not read.
    Extension,
    /// There are more items than this crate reads, or more bytes than the format can hold.
    Limit,
}

/// The result of reading or writing.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), place: None }
    }

    /// Sets the line and column of the document's JSON.
    pub(crate) fn at(self, place: Option<(usize, usize)>) -> Self {
        Self { place, ..self }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, message)
    }
}

/// Shortens a string from a file to its first 120 characters, for messages.
#[must_use]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
