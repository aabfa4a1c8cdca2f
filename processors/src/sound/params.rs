//! [`SoundParams`] and the types of its values.

use serde::{Deserialize, Serialize};

use crate::numbers::Seconds;

rigmill_pipeline::params! {
    /// Parameters of the processor `sound`.
    pub struct SoundParams {
        /// "none" for samples of 16 bits, which every target has; "vorbis" keeps a source that is Ogg Vorbis as it is, for games
        /// that decode it.
        compression: SoundCompression = SoundCompression::None,
        /// The longest sound in seconds: more than 0, at most 86400. A longer one is an error: in memory, ten minutes in stereo
        /// are 100 MB.
        max_seconds: Seconds = Seconds::default(),
    }
}

/// How a sound is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SoundCompression {
    /// Samples of 16 bits.
    #[default]
    None,
    /// An Ogg Vorbis file.
    Vorbis,
}
