//! Tables for games: actions with their clips, events of clips, and data of the game's own types.

mod action_set;
mod clip_fit;
mod content_types;
mod events;
mod game_data;
mod played_clip;
mod references;

pub(crate) use events::push_events;
pub(crate) use game_data::data_without_references;

pub use action_set::ActionSetProcessor;
pub use events::EventsProcessor;
pub use game_data::DataProcessor;
