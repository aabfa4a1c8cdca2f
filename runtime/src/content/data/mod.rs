//! Game data as a game's own types, through serde.
//!
//! Names of fields are those of the source. A struct's field takes whatever [`DataValueView`] can read as its type: a
//! number from a text, three floats from a vector, a record, a list or a text of three numbers, a list from an element
//! that holds one; so a struct fits a source with a schema and without.

mod deserialize;
mod error;

use rigmill_format::{DataLayout, DataValueView};
use serde::Deserialize;

use crate::content::Loaded;
use deserialize::Reader;

pub use error::DataError;

impl Loaded<DataLayout> {
    /// The data as a value of a type.
    ///
    /// # Errors
    /// The data lacks a field, or a value does not fit the type.
    pub fn get<'a, T: Deserialize<'a>>(&'a self) -> Result<T, DataError> {
        data_value(self.view().root())
    }
}

/// A part of some data as a value of a type.
///
/// # Errors
/// Same as [`Data::get`](crate::content::Data::get).
pub fn data_value<'a, T: Deserialize<'a>>(value: DataValueView<'a>) -> Result<T, DataError> {
    T::deserialize(Reader(value))
}
