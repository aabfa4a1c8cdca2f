//! [`Error`]: why an XNB file cannot be read or written.

/// Why an XNB file cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// What went wrong, for programs.
    pub kind: ErrorKind,
    message: String,
}

/// What is wrong with a file or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The header is not that of an XNB file, or has unknown flags.
    Header,
    /// The format version is not that of XNA 4.
    Version,
    /// The file is not as long as its header says.
    Size,
    /// The content cannot be decompressed.
    Compression,
    /// The file ends too early.
    Truncated,
    /// A type reader is unknown, or reads values that this crate does not.
    TypeReader,
    /// A type reader has a version other than 0.
    TypeReaderVersion,
    /// A class of the game's own that only its code can read.
    GameClass,
    /// A value is invalid.
    Value,
    /// Bytes follow the content.
    TrailingBytes,
    /// A count or a depth exceeds what this crate reads or the format holds.
    Limit,
    /// A value does not have the type of the collection that it is in. Only writing gives it.
    TypeMismatch,
}

/// What reading and writing give.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// The error with the byte of the file where it is; counted without the header in compressed files.
    pub(crate) fn at(mut self, position: usize) -> Self {
        self.message.insert_str(0, &format!("byte {position}: "));
        self
    }
}
