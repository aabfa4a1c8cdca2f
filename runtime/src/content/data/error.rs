//! [`DataError`]: why data does not fit a type.

use thiserror::Error;

/// Why data is no value of a type.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct DataError {
    message: String,
}

impl serde::de::Error for DataError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self { message: message.to_string() }
    }
}
