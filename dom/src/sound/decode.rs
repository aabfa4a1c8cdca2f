//! Decodes sounds to 16-bit samples.

use super::decoded::DecodedSound;
use super::error::SoundError;
use super::source::{Sound, SoundEncoding};
use super::wave_format::{WaveCodec, WaveFormat};
use super::{adpcm, flac, mp3, samples, vorbis};

/// The maximum number of samples of a sound, over all channels: 512 MiB.
const MAX_SAMPLES: u64 = 1 << 28;

impl Sound {
    /// Decodes the samples, at most `most_frames` per channel.
    ///
    /// # Errors
    /// The bytes cannot be decoded. Any bytes are safe input. Memory is bounded by `most_frames`, and by 512 MiB.
    pub fn decode(&self, most_frames: u64) -> Result<DecodedSound, SoundError> {
        let channels = u64::from(self.channels.max(1));
        let most_frames = most_frames.min(MAX_SAMPLES / channels);
        if self.frames.is_some_and(|frames| frames > most_frames) {
            return Err(SoundError::TooLong { limit: most_frames });
        }
        let decoded = match &self.encoding {
            SoundEncoding::Wave(format) => self.wave(format)?,
            SoundEncoding::Vorbis => vorbis::decode(self, most_frames)?,
            SoundEncoding::Mp3 => mp3::decode(self, most_frames)?,
            SoundEncoding::Flac => flac::decode(self, most_frames)?,
        };
        if decoded.samples.is_empty() { Err(SoundError::Empty) } else { Ok(decoded) }
    }

    fn wave(&self, format: &WaveFormat) -> Result<DecodedSound, SoundError> {
        let mut clipped = 0;
        let mut samples = match &format.codec {
            WaveCodec::Integers => integers(&self.bytes, format.block_align / format.channels),
            WaveCodec::Floats => floats(&self.bytes, format.block_align / format.channels, &mut clipped)?,
            WaveCodec::MsAdpcm { predictors } => {
                self.blocks(format, |block, channels, samples| adpcm::ms_block(block, channels, predictors, samples))?
            }
            WaveCodec::ImaAdpcm => self.blocks(format, adpcm::ima_block)?,
        };
        let frames = usize::try_from(self.frames.unwrap_or_default()).unwrap_or(usize::MAX);
        samples.truncate(frames.saturating_mul(usize::from(format.channels)));
        Ok(DecodedSound { samples, clipped, missing: 0 })
    }

    /// Decodes all blocks.
    fn blocks(
        &self,
        format: &WaveFormat,
        decode: impl Fn(&[u8], usize, &mut Vec<i16>) -> Option<()>,
    ) -> Result<Vec<i16>, SoundError> {
        let channels = usize::from(format.channels);
        let (frames, _) = format.frames_in(self.bytes.len() as u64);
        let mut samples = Vec::with_capacity(usize::try_from(frames).unwrap_or_default().saturating_mul(channels));
        for (number, block) in self.bytes.chunks(usize::from(format.block_align.max(1))).enumerate() {
            decode(block, channels, &mut samples).ok_or_else(|| {
                let name = format.codec.name();
                SoundError::malformed(
                    "WAV",
                    format_args!("block {number} of the {name} data begins with an invalid state"),
                )
            })?;
            // Removes the rest of a block that was truncated between the channels of a sample.
            samples.truncate(samples.len() - samples.len() % channels);
        }
        Ok(samples)
    }
}

/// Converts integers of `width` bytes. Integers of one byte are unsigned.
fn integers(bytes: &[u8], width: u16) -> Vec<i16> {
    let width = usize::from(width.max(1));
    let number = |bytes: &[u8]| match *bytes {
        [byte] => samples::of_integer(i32::from(byte) - 128, 8),
        // The two highest bytes of wider integers.
        [.., low, high] => i16::from_le_bytes([low, high]),
        [] => 0,
    };
    bytes.chunks_exact(width).map(number).collect()
}

fn floats(bytes: &[u8], width: u16, clipped: &mut u64) -> Result<Vec<i16>, SoundError> {
    let number = |bytes: &[u8]| match *bytes {
        [a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => 0.0,
    };
    let numbers = bytes.chunks_exact(usize::from(width.max(4))).map(number);
    let sample = |(at, number): (usize, f64)| {
        let message = || SoundError::malformed("WAV", format_args!("sample {at} is not finite"));
        if number.is_finite() { Ok(samples::of_float(number, clipped)) } else { Err(message()) }
    };
    numbers.enumerate().map(sample).collect()
}
