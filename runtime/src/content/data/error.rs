//! [`DataError`]: the error for data that does not fit a type.

use thiserror::Error;

/// An error for data that cannot be read as the requested type.
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
