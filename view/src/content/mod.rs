//! The content of a folder, as the list and the tabs see it.

mod catalog;
mod shelf;

pub(crate) use catalog::{Asset, catalog};
pub(crate) use shelf::Shelf;
