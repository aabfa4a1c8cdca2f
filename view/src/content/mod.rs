//! The content of a folder, as the list and the tabs see it.

mod catalog;
mod file;
mod shelf;

pub(crate) use catalog::{Asset, catalog};
pub(crate) use file::{CurveClipFile, SampledClipFile};
pub(crate) use shelf::Shelf;
