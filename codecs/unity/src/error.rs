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
    /// The file ends too early, or its length fits no number of items.
    Length,
    /// Bytes follow the content.
    TrailingBytes,
    /// A value is not of the type that belongs there.
    Type,
    /// A value is out of its range.
    Value,
    /// A count is negative.
    Count,
    /// The path of a bone is not UTF-8.
    Path,
    /// Two bones have one path.
    DuplicatePath,
    /// A key is not finite, or before the key that it follows.
    Key,
    /// A frame rate is out of its range.
    FrameRate,
    /// A number is not finite.
    NotFinite,
    /// There are more items than the format can count. Only writing gives it.
    TooLarge,
}

/// What reading and writing give.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// A number of things in a message: `1 byte`, `2 bytes`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// The end of a message about a file that is too short: `only 1 byte is left`.
pub(crate) fn only_left(bytes: usize) -> String {
    format!("only {} {} left", counted(bytes, "byte"), if bytes == 1 { "is" } else { "are" })
}
