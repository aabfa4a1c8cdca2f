//! Reads and decodes MP3 with the crate nanomp3.

use nanomp3::{Channels, SliceReader};

use super::decoded::DecodedSound;
use super::error::SoundError;
use super::facts::Facts;
use super::samples;
use super::source::{Sound, SoundEncoding};

const MP3: &str = "MP3";

/// Whether a file seems to be MP3. MP3 files have no signature, so this checks that several frames follow one another.
pub(super) fn is_mp3(bytes: &[u8]) -> bool {
    nanomp3::detect(bytes)
}

/// Reads the properties in the file's frames. Encoders add silence before and after a sound and state its length; it does not
/// count.
pub(super) fn read(bytes: &[u8]) -> Result<Facts, SoundError> {
    let reader = SliceReader::<f32>::new(bytes);
    let channels = channels(&reader)?;
    Ok(Facts {
        encoding: SoundEncoding::Mp3,
        channels,
        sample_rate: reader.sample_rate(),
        frames: reader.total_samples(),
    })
}

fn channels(reader: &SliceReader<'_>) -> Result<u32, SoundError> {
    let channels = reader.channels().map(Channels::num);
    channels.map(u32::from).ok_or_else(|| SoundError::malformed(MP3, "it has no frames"))
}

/// Decodes a whole file.
pub(super) fn decode(sound: &Sound, most_frames: u64) -> Result<DecodedSound, SoundError> {
    let mut reader = SliceReader::<f32>::new(&sound.bytes);
    let channels = u64::from(channels(&reader)?);
    let mut decoded = DecodedSound::default();
    while let Some(frame) = reader.read_frame().map_err(|error| SoundError::malformed(MP3, error))? {
        let clipped = &mut decoded.clipped;
        decoded.samples.extend(frame.iter().map(|&sample| samples::of_float(f64::from(sample), clipped)));
        if decoded.samples.len() as u64 / channels > most_frames {
            return Err(SoundError::TooLong { limit: most_frames });
        }
    }
    let frames = decoded.samples.len() as u64 / channels;
    decoded.missing = sound.frames.map_or(0, |stated| stated.saturating_sub(frames));
    Ok(decoded)
}
