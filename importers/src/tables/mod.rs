//! Assets written by hand as TOML tables: skeletons, action sets, events, breaths and springs.

mod action_set;
mod breath;
mod events;
mod names;
mod number;
mod skeleton;
mod spring;
mod table;

pub use action_set::ActionSetToml;
pub use breath::BreathToml;
pub use events::EventsToml;
pub use skeleton::SkeletonToml;
pub use spring::SpringToml;
