//! Sounds and songs.

mod effect;
mod params;
mod song;

pub use effect::SoundProcessor;
pub use params::{SoundCompression, SoundParams};
pub use song::{SongProcessor, StoredSongProcessor};
