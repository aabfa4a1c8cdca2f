//! [`Error`]: why a file cannot be read or written.

/// Why a file cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// What is wrong, for programs.
    pub kind: ErrorKind,
    message: String,
}

/// What is wrong with a file or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file ends too early.
    Truncated,
    /// The version is not 2.0.
    Version,
    /// The document is not the JSON of a glTF file.
    Document,
    /// The document contradicts the specification, or refers to what it does not have.
    Invalid,
    /// A buffer lacks its bytes.
    Buffer,
    /// An accessor or a buffer view does not fit its bytes or its use.
    Accessor,
    /// There are more items than this crate reads, or more bytes than the format can hold.
    Limit,
}

/// What reading and writing give.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, message)
    }
}
