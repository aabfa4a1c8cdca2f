//! [`Sound`] and [`SongSource`], as their files have them.

use serde::{Serialize, Serializer};

use super::wave_format::WaveFormat;

/// A sound as its file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sound {
    /// How the bytes encode samples.
    pub encoding: SoundEncoding,
    /// The samples of a WAV file; the whole file of another format.
    #[serde(serialize_with = "as_bytes")]
    pub bytes: Vec<u8>,
    /// 1 to [`MAX_CHANNELS`](crate::MAX_CHANNELS).
    pub channels: u16,
    /// Samples per second in each channel: 1 to [`MAX_SAMPLE_RATE`](crate::MAX_SAMPLE_RATE).
    pub sample_rate: u32,
    /// Samples of each channel, where the file says it. Only decoding shows whether that is true.
    pub frames: Option<u64>,
    /// The part that a game may repeat.
    pub repeated: Option<SoundLoop>,
}

/// How a sound's bytes encode samples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum SoundEncoding {
    /// As in a WAV file, in this format.
    Wave(WaveFormat),
    /// Vorbis in Ogg.
    Vorbis,
    /// MPEG layer 3.
    Mp3,
    /// FLAC.
    Flac,
}

impl SoundEncoding {
    /// Its name, for people.
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

/// The part of a sound that is repeated, in samples of each channel. It ends within the sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SoundLoop {
    /// The first sample.
    pub start: u32,
    /// How many there are, at least 1.
    pub length: u32,
}

/// A song as an XNB file has it: a media file, which is not decoded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SongSource {
    /// The extension of the media file, with its dot: `.ogg`.
    pub extension: String,
    /// In milliseconds.
    pub duration: i32,
    /// The media file.
    #[serde(serialize_with = "as_bytes")]
    pub bytes: Vec<u8>,
}

/// Bytes in one piece; serde would take them one by one.
fn as_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}
