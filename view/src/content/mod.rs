//! The content of a folder, for the asset list and the tabs.

mod catalog;
mod file;
mod listing;
mod picture_key;
mod shelf;

pub(crate) use catalog::{Asset, Catalog, Changes};
pub(crate) use file::{CompressedClipFile, CurveClipFile, SampledClipFile};
pub(crate) use listing::{ContentFile, Listing, list, look};
pub(crate) use picture_key::PictureKey;
pub(crate) use shelf::Shelf;
