//! [`DecodedSound`]: the samples of a sound.

/// The samples of a sound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodedSound {
    /// Interleaved samples of all channels, in the order of WAV files: left, right, center, and so on.
    pub samples: Vec<i16>,
    /// The number of samples that exceeded full scale.
    pub clipped: u64,
    /// The number of samples per channel that the file states but does not contain.
    pub missing: u64,
}
