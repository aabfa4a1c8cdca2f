//! [`SoundError`]: the error for a file that cannot be read as a sound.

use thiserror::Error;

/// An error that prevents reading a sound.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SoundError {
    /// The format is not supported.
    #[error("the file is not a WAV, Ogg Vorbis, MP3 or FLAC sound{}", found.map(|name| format!(": it is {name}")).unwrap_or_default())]
    Format {
        /// The detected format, if it is known.
        found: Option<&'static str>,
    },
    /// The file is damaged.
    #[error("the {format} sound cannot be read: {message}")]
    Malformed {
        /// The format.
        format: &'static str,
        /// The error.
        message: String,
    },
    /// The encoding of the samples is not supported.
    #[error("the {format} sound has {found}, which Rigmill does not support")]
    Unsupported {
        /// The format.
        format: &'static str,
        /// The encoding.
        found: String,
    },
    /// The file has no samples.
    #[error("the sound has no samples")]
    Empty,
    /// The file has too many channels.
    #[error("the sound has {found} channels, but at most {limit} are allowed")]
    Channels {
        /// The number of channels.
        found: u32,
        /// The maximum number of channels.
        limit: u16,
    },
    /// The sample rate is out of range.
    #[error("the sample rate is {found} Hz, expected 1 to {limit}")]
    SampleRate {
        /// The number of samples per second.
        found: u32,
        /// The maximum number of samples per second.
        limit: u32,
    },
    /// The file has too many samples.
    #[error("the sound has too many samples per channel: at most {limit} are allowed")]
    TooLong {
        /// The maximum number of samples.
        limit: u64,
    },
    /// The header requires decoder tables that would take too much memory.
    #[error("the header of the {format} sound is damaged: too much memory would be needed for {what}")]
    Tables {
        /// The format.
        format: &'static str,
        /// The part that is too large.
        what: &'static str,
    },
}

impl SoundError {
    /// Whether a limit was exceeded, as opposed to an invalid file.
    #[must_use]
    pub const fn is_limit(&self) -> bool {
        matches!(self, Self::TooLong { .. } | Self::Channels { .. } | Self::Tables { .. })
    }

    pub(super) fn malformed(format: &'static str, message: impl ToString) -> Self {
        Self::Malformed { format, message: message.to_string() }
    }
}
