//! [`Song`]: music that a game's media player reads from a file of its own. Not a content type: games load songs as they load
//! files, and only targets with a format for it write one.

/// The data that a game needs to play a song: the media file beside it, and its duration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Song {
    /// The extension of the media file, with its dot. The file has the asset's name.
    pub extension: String,
    /// In milliseconds, at least 0.
    pub duration: i32,
}
