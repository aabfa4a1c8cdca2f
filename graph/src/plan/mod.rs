//! Which assets a build has to look at, and how each is made.

mod planner;
mod recipe;
mod unmatched;

pub use recipe::Recipe;

pub(crate) use planner::{Plan, PlannedAsset, Planner};
pub(crate) use recipe::{RecipeBook, unknown_name};
