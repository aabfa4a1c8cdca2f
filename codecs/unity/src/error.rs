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
    /// The file ends too early, or its length does not match any number of items.
    Length,
    /// Bytes follow the content.
    TrailingBytes,
    /// A value has the wrong type.
    Type,
    /// A value is out of range.
    Value,
    /// A count is negative.
    Count,
    /// The path of a bone is not UTF-8.
    Path,
    /// Two bones have the same path.
    DuplicatePath,
    /// A key contains a number that is not finite, or its time is before the previous key.
    Key,
    /// A frame rate is out of range.
    FrameRate,
    /// A number is not finite.
    NotFinite,
    /// There are more items than the format can count. Only encoding returns this error.
    TooLarge,
}

/// The result of reading or writing.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// Formats a number of things for a message: `1 byte`, `2 bytes`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Formats the end of a message about a file that is too short: `only 1 byte is left`.
pub(crate) fn only_left(bytes: usize) -> String {
    match bytes {
        0 => "no bytes are left".to_owned(),
        1 => "only 1 byte is left".to_owned(),
        more => format!("only {more} bytes are left"),
    }
}
