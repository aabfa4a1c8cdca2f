//! [`SoundParams`] and the types of its values.

use serde::{Deserialize, Serialize};

use crate::numbers::Seconds;

rigmill_pipeline::params! {
    /// Parameters of the processor `sound`.
    pub struct SoundParams {
        /// The sound format: "none" or "vorbis". "none" stores 16-bit samples, which every target supports. "vorbis"
        /// keeps an Ogg Vorbis source unchanged, for games with their own Ogg Vorbis decoder.
        compression: SoundCompression = SoundCompression::None,
        /// The maximum length of the sound, in seconds (greater than 0, at most 86400). Rigmill rejects longer sounds,
        /// because games keep sounds in memory. Ten minutes of stereo sound take about 100 MB.
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
