//! [`SoundError`]: why a file gives no sound.

use thiserror::Error;

/// Why a file gives no sound.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SoundError {
    /// It is of no format that is read.
    #[error("the file is not a WAV, Ogg Vorbis, MP3 or FLAC sound{}", found.map(|name| format!(": it is {name}")).unwrap_or_default())]
    Format {
        /// What it is instead, where that is known.
        found: Option<&'static str>,
    },
    /// It is damaged.
    #[error("the {format} sound cannot be read: {message}")]
    Malformed {
        /// The format.
        format: &'static str,
        /// What is wrong.
        message: String,
    },
    /// It has a kind of samples that is not read.
    #[error("the {format} sound has {found}, which is not read")]
    Unsupported {
        /// The format.
        format: &'static str,
        /// What it has.
        found: String,
    },
    /// It has no samples.
    #[error("the sound has no samples")]
    Empty,
    /// It has too many channels.
    #[error("the sound has {found} channels, at most {limit} are allowed")]
    Channels {
        /// The channels.
        found: u32,
        /// How many there may be.
        limit: u16,
    },
    /// It has a sample rate out of range.
    #[error("the sample rate is {found} Hz, expected 1 to {limit}")]
    SampleRate {
        /// Samples per second.
        found: u32,
        /// How many there may be.
        limit: u32,
    },
    /// It has too many samples.
    #[error("the sound has more than {limit} samples in each channel, which is the most allowed")]
    TooLong {
        /// How many there may be.
        limit: u64,
    },
    /// The header of a decoder's tables asks for too much memory.
    #[error("the {format} sound has a damaged header: it needs too much memory for {what}")]
    Tables {
        /// The format.
        format: &'static str,
        /// What is too large.
        what: &'static str,
    },
}

impl SoundError {
    /// Whether it is a limit that was exceeded, rather than a file that is wrong.
    #[must_use]
    pub const fn is_limit(&self) -> bool {
        matches!(self, Self::TooLong { .. } | Self::Channels { .. } | Self::Tables { .. })
    }

    pub(super) fn malformed(format: &'static str, message: impl ToString) -> Self {
        Self::Malformed { format, message: message.to_string() }
    }
}
