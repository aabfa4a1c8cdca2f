//! Whether an asset is up to date, and if not, why.

mod checker;
mod output_files;
mod project_files;
mod view;

pub(crate) use checker::Checker;
pub(crate) use output_files::{Intact, TargetFiles};
pub(crate) use project_files::World;
pub(crate) use view::{Assets, View};
