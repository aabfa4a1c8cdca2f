//! Reads game data into a game's own types with serde.
//!
//! Field names are those of the source. A struct field accepts every value that [`DataValueView`] can read as the field's type.
//! For example, a number can be read from a text; three floats can be read from a vector, a record, a list, or a text of three
//! numbers; and a list can be read from an element that contains one. So the same struct fits a source with or without a
//! schema.

mod deserialize;
mod error;

use rigmill_format::{DataLayout, DataValueView};
use serde::Deserialize;

use crate::content::Loaded;
use deserialize::Reader;

pub use error::DataError;

impl Loaded<DataLayout> {
    /// Reads the data as a value of type `T`.
    ///
    /// # Errors
    /// The data lacks a field, or a value does not fit its type.
    pub fn get<'a, T: Deserialize<'a>>(&'a self) -> Result<T, DataError> {
        data_value(self.view().root())
    }
}

/// Reads a part of the data as a value of type `T`.
///
/// # Errors
/// Same as [`Data::get`](crate::content::Data::get).
pub fn data_value<'a, T: Deserialize<'a>>(value: DataValueView<'a>) -> Result<T, DataError> {
    T::deserialize(Reader(value))
}
