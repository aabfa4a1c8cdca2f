//! [`Sound`] and [`SongSource`], in the form of their files.

use serde::{Serialize, Serializer};

use super::wave_format::WaveFormat;

/// A sound in the form of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sound {
    /// How the bytes encode samples.
    pub encoding: SoundEncoding,
    /// For a WAV file, the bytes of its samples. For other formats, the whole file.
    #[serde(serialize_with = "as_bytes")]
    pub bytes: Vec<u8>,
    /// The number of channels: 1 to [`MAX_CHANNELS`](crate::MAX_CHANNELS).
    pub channels: u16,
    /// The number of samples per second and channel: 1 to [`MAX_SAMPLE_RATE`](crate::MAX_SAMPLE_RATE).
    pub sample_rate: u32,
    /// The number of samples per channel that the file states, if it does. Only decoding shows whether it is correct.
    pub frames: Option<u64>,
    /// The part of the sound that a game may repeat.
    pub repeated: Option<SoundLoop>,
}

/// How a sound's bytes encode samples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum SoundEncoding {
    /// The encoding of a WAV file, in this format.
    Wave(WaveFormat),
    /// Vorbis in Ogg.
    Vorbis,
    /// MPEG layer 3.
    Mp3,
    /// FLAC.
    Flac,
}

impl SoundEncoding {
    /// A readable name of the encoding.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Wave(format) => format.codec.name(),
            Self::Vorbis => "Vorbis",
            Self::Mp3 => "MP3",
            Self::Flac => "FLAC",
        }
    }
}

/// The part of a sound that is repeated, in samples per channel. It ends within the sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SoundLoop {
    /// The first sample of the part.
    pub start: u32,
    /// The number of samples, at least 1.
    pub length: u32,
}

/// A song from an XNB file: a media file, which is not decoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SongSource {
    /// The extension of the media file, with the dot, such as `.ogg`.
    pub extension: String,
    /// The duration in milliseconds.
    pub duration: i32,
    /// The bytes of the media file.
    #[serde(serialize_with = "as_bytes")]
    pub bytes: Vec<u8>,
}

/// Serializes bytes as bytes, because serde would serialize them one by one.
fn as_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}
