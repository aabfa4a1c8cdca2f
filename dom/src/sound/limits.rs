//! Limits of sounds.

/// The maximum number of channels of a sound.
pub const MAX_CHANNELS: u16 = 8;

/// The maximum sample rate, in Hz.
pub const MAX_SAMPLE_RATE: u32 = 768_000;
