//! The errors of content files and values. Encoding and decoding check the same rules with the same code, so both return
//! [`InvalidContent`].
//!
//! A rule is one `ensure!` at the place that checks it. Its message is only formatted if the rule is broken.

mod decode;

use std::fmt;

use thiserror::Error;

pub use decode::{DecodeError, EncodeError};

/// A rule of content files that a value or a file breaks. The message says what is wrong, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct InvalidContent(Box<str>);

impl InvalidContent {
    #[cold]
    pub(crate) fn new(message: fmt::Arguments<'_>) -> Self {
        Self(message.to_string().into())
    }

    /// Puts the broken part before the message: `bone "Root": its bind pose is not finite`.
    #[cold]
    pub(crate) fn within(self, part: impl fmt::Display) -> Self {
        invalid!("{part}: {self}")
    }
}

/// An [`InvalidContent`] with a formatted message.
macro_rules! invalid {
    ($($message:tt)+) => {
        $crate::error::InvalidContent::new(format_args!($($message)+))
    };
}
pub(crate) use invalid;

/// Returns an [`InvalidContent`] with a formatted message from the function, unless the rule holds.
macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        let holds: bool = $holds;
        if !holds {
            return Err($crate::error::invalid!($($message)+).into());
        }
    };
}
pub(crate) use ensure;
