//! Determines which assets a build has to check, and with which stages and parameters each is built.

mod binding;
mod dirty;
mod foreign_names;
mod glob_search;
mod misplaced;
mod overridden;
mod planner;
mod recipe;
mod unmatched;
mod unserved;

pub use recipe::Recipe;

pub(crate) use planner::{Plan, PlannedAsset, Planner};
pub(crate) use recipe::{RecipeBook, unknown_name};
