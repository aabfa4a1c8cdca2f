//! [`DecodeError`] and [`EncodeError`].

use thiserror::Error;

use super::InvalidContent;
use crate::ContentType;

/// An error that makes bytes invalid as content of the expected type.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The container or the content has a version that this code does not read.
    #[error(
        "{what} version {found} is not supported: this version of Rigmill reads version {supported}; \
         rebuild the content with `rigmill build`"
    )]
    Version {
        /// `container`, or the name of the content type.
        what: &'static str,
        /// The version in the file.
        found: u16,
        /// The version that this code reads.
        supported: u16,
    },
    /// The file contains a different content type.
    #[error("the file holds {found}, expected {expected}")]
    WrongType {
        /// The type in the file.
        found: ContentType,
        /// The expected type.
        expected: ContentType,
    },
    /// The address of the bytes is not aligned, so a view is impossible.
    #[error("the address of the bytes is not a multiple of {0}; keep the bytes in `AlignedBytes`")]
    Misaligned(usize),
    /// The file is damaged, or its content breaks a rule of its type.
    #[error(transparent)]
    Invalid(#[from] InvalidContent),
}

/// An error that prevents encoding a value.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// There are more items than a file can count.
    #[error("it has {found} {what}, but a content file can store at most {limit}")]
    TooMany {
        /// What exceeds the limit.
        what: &'static str,
        /// The number found.
        found: usize,
        /// The maximum number.
        limit: u32,
    },
    /// The value breaks a rule of its type.
    #[error(transparent)]
    Invalid(#[from] InvalidContent),
}

impl EncodeError {
    /// Changes the error of a broken rule.
    pub(crate) fn map(self, change: impl FnOnce(InvalidContent) -> InvalidContent) -> Self {
        match self {
            Self::Invalid(error) => change(error).into(),
            limit => limit,
        }
    }
}
