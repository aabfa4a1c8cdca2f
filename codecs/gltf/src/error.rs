//! [`Error`]: why a file cannot be read or written.

/// Why a file cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// The kind of problem, for programs.
    pub kind: ErrorKind,
    message: String,
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
    /// There are more items than this crate reads, or more bytes than the format can hold.
    Limit,
}

/// The result of reading or writing.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, message)
    }
}
