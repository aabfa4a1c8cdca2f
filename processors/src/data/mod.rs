//! Tables of games: actions and their clips, and data of the game's own types.

mod action_set;
mod content_types;
mod game_data;

pub(crate) use game_data::data_without_references;

pub use action_set::ActionSetProcessor;
pub use game_data::DataProcessor;
