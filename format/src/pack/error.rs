//! [`PackError`] and [`PlanError`].

use thiserror::Error;

/// An error that makes bytes invalid as a pack.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PackError {
    /// The bytes do not start like a pack.
    #[error("the file is not a Rigmill pack: it begins with \"{}\"", found.escape_ascii())]
    Magic {
        /// The first bytes.
        found: [u8; 4],
    },
    /// The pack has a different version.
    #[error(
        "pack version {found} is not supported: this version of Rigmill reads version {supported}; pack the content again with `rigmill pack`"
    )]
    Version {
        /// The version of the pack.
        found: u32,
        /// The version that this code reads.
        supported: u32,
    },
    /// The pack does not have the length that it states.
    #[error("the pack has {found} bytes, expected {expected}; copy the pack again")]
    Length {
        /// The number of bytes.
        found: u64,
        /// The expected number.
        expected: u64,
    },
    /// The bytes are not those that were written.
    #[error("the pack is damaged: {what}; copy the pack again, or pack the content again with `rigmill pack`")]
    Damaged {
        /// The error.
        what: &'static str,
    },
    /// An entry is not as it was written.
    #[error("{name}: {what}; copy the pack again, or pack the content again with `rigmill pack`")]
    Entry {
        /// The entry's name.
        name: String,
        /// The error.
        what: &'static str,
    },
}

/// An error that prevents planning a pack.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Two files have the same name.
    #[error("two files are named {name}")]
    DuplicateName {
        /// The name.
        name: String,
    },
    /// There are too many files, or their names are too long.
    #[error("a pack holds at most 4,294,967,295 files and 4,294,967,295 bytes of names")]
    TooMany,
}
