//! Determines whether an asset is up to date, and if not, why.

mod asset_view;
mod checker;
mod output_files;
mod project_files;

pub(crate) use asset_view::{AssetView, OtherAssets};
pub(crate) use checker::Checker;
pub(crate) use output_files::{OutputFiles, OutputState};
pub(crate) use project_files::ProjectFiles;
