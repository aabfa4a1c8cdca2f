//! [`DecodedSound`]: the samples of a sound.

/// The samples of a sound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodedSound {
    /// Of all channels in turn, in the order of WAV files: left, right, centre, and so on.
    pub samples: Vec<i16>,
    /// How many samples were beyond full scale.
    pub clipped: u64,
    /// How many samples of each channel the file states but does not have.
    pub missing: u64,
}
