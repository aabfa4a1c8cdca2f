//! Characters: players and crowds that play the actions of an action set.

pub mod actions;
pub mod crowd;
pub mod events;
pub mod layers;
pub mod morph;
pub mod player;
