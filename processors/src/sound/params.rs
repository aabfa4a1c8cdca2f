//! [`SoundParams`] and the types of its values.

use serde::{Deserialize, Serialize};

use crate::numbers::Seconds;

rigmill_pipeline::params! {
    /// Parameters of the processor `sound`.
    pub struct SoundParams {
        /// The format of the sound: "none" or "vorbis". "none" stores 16-bit samples, which every target supports.
        /// "vorbis" keeps an Ogg Vorbis source unchanged, for games that decode Ogg Vorbis themselves.
        compression: SoundCompression = SoundCompression::None,
        /// The maximum length of the sound in seconds: above 0, at most 86400. A longer sound is an error, because
        /// games keep sounds in memory. Ten minutes in stereo take about 100 MB.
        max_seconds: Seconds = Seconds::default(),
    }
}

/// The storage format of a sound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SoundCompression {
    /// 16-bit samples.
    #[default]
    None,
    /// An Ogg Vorbis file.
    Vorbis,
}
