//! [`SoundProblem`]: errors in a sound.

use thiserror::Error;

/// An error in a sound.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SoundProblem {
    /// A sample rate that is zero or too high.
    #[error("the sample rate is {found} Hz, expected 1 to {limit}")]
    SampleRate {
        /// The number of samples per second.
        found: u32,
        /// The maximum rate.
        limit: u32,
    },
    /// No channels, or too many.
    #[error("it has {found} channels, expected 1 to {limit}")]
    Channels {
        /// The number of channels.
        found: u32,
        /// The maximum number.
        limit: u32,
    },
    /// No samples.
    #[error("it has no samples")]
    Empty,
    /// A loop that is empty or extends beyond the end of the sound.
    #[error("its loop has {length} samples from sample {start}, but the sound has {frames} samples")]
    Loop {
        /// The first sample of the loop.
        start: u32,
        /// The number of samples.
        length: u32,
        /// The number of samples of each channel.
        frames: u32,
    },
    /// An unknown encoding.
    #[error("encoding number {0} is unknown, expected 0 (pcm) or 1 (vorbis)")]
    Encoding(u32),
    /// The number of samples does not match frames and channels.
    #[error("it has {found} samples in all channels, expected {expected}")]
    Samples {
        /// The number of samples.
        found: u64,
        /// Frames times channels; 0 for Vorbis.
        expected: u64,
    },
    /// An Ogg Vorbis file that must not exist, or that is missing.
    #[error("its Ogg file does not fit the encoding {0}")]
    File(&'static str),
}
