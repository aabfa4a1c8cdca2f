//! [`Song`]: music that a game's media player reads from a separate file. It is not a content type: games load songs as files,
//! and only targets with a song format write one.

/// The data that a game needs to play a song: its duration, and the media file next to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Song {
    /// The extension of the media file, with the dot. The file has the asset's name.
    pub extension: String,
    /// The duration in milliseconds, at least 0.
    pub duration: i32,
}
