//! [`Error`]: why an XNB file cannot be read or written.

/// Why an XNB file cannot be read or written.
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
    /// The header is not the header of an XNB file, or contains unknown flags.
    Header,
    /// The format version is not the version of XNA 4.
    Version,
    /// The size of the file differs from the size in its header.
    Size,
    /// The content cannot be decompressed.
    Compression,
    /// The file ends too early.
    Truncated,
    /// A type reader is unknown, or reads values that this crate does not support.
    TypeReader,
    /// A type reader has a version other than 0.
    TypeReaderVersion,
    /// A class of the game can only be read by the game's own code.
    GameClass,
    /// A value is invalid.
    Value,
    /// Bytes follow the content.
    TrailingBytes,
    /// A count or depth exceeds the limits of this crate or of the format.
    Limit,
    /// A value does not have the type of its collection. Only encoding returns this error.
    TypeMismatch,
}

/// The result of reading or writing.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// Adds the position in the file to the error, in bytes. In compressed files, the position does not include the header.
    pub(crate) fn at(mut self, position: usize) -> Self {
        self.message.insert_str(0, &format!("byte {position}: "));
        self
    }
}
