//! Passes a source through its importer, the processors of its value, and the writers of their products.

mod assets;
mod chain;
mod files;
mod output;
mod params;

pub(crate) use assets::Assets;
pub(crate) use chain::Chain;
pub(crate) use files::Files;
