//! Sounds and songs.

mod song;
pub mod sound;

pub use song::Song;
