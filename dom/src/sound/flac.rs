//! Reads and decodes FLAC with the crate claxon, which checks the checksums of the frames.

use std::io::Cursor;

use claxon::{Block, Error, FlacReader, FlacReaderOptions};

use super::decoded::DecodedSound;
use super::error::SoundError;
use super::facts::Facts;
use super::samples;
use super::source::{Sound, SoundEncoding};

const FLAC: &str = "FLAC";

/// Reads the properties in the file's first block.
pub(super) fn read(bytes: &[u8]) -> Result<Facts, SoundError> {
    let about = reader(bytes)?.streaminfo();
    Ok(Facts {
        encoding: SoundEncoding::Flac,
        channels: about.channels,
        sample_rate: about.sample_rate,
        frames: about.samples,
    })
}

fn reader(bytes: &[u8]) -> Result<FlacReader<Cursor<&[u8]>>, SoundError> {
    let options = FlacReaderOptions { read_vorbis_comment: false, ..FlacReaderOptions::default() };
    FlacReader::new_ext(Cursor::new(bytes), options).map_err(|error| malformed(&error))
}

/// Decodes a whole file.
pub(super) fn decode(sound: &Sound, most_frames: u64) -> Result<DecodedSound, SoundError> {
    let mut reader = reader(&sound.bytes)?;
    let about = reader.streaminfo();
    let mut decoded = DecodedSound::default();
    let mut frames = 0;
    let mut blocks = reader.blocks();
    let mut buffer = Vec::new();
    while let Some(block) = blocks.read_next_or_eof(buffer).map_err(|error| malformed(&error))? {
        if block.channels() != about.channels {
            return Err(SoundError::malformed(FLAC, "the number of its channels changes"));
        }
        frames += u64::from(block.duration());
        if frames > most_frames {
            return Err(SoundError::TooLong { limit: most_frames });
        }
        append(&block, about.bits_per_sample, &mut decoded.samples);
        buffer = block.into_buffer();
    }
    match sound.frames {
        Some(stated) if stated != frames => Err(SoundError::malformed(
            FLAC,
            format_args!("it has {frames} samples per channel, but its header states {stated}"),
        )),
        _ => Ok(decoded),
    }
}

fn append(block: &Block, bits: u32, decoded: &mut Vec<i16>) {
    for frame in 0..block.duration() {
        decoded.extend((0..block.channels()).map(|channel| samples::of_integer(block.sample(channel, frame), bits)));
    }
}

fn malformed(error: &Error) -> SoundError {
    match error {
        Error::IoError(_) => SoundError::malformed(FLAC, "it ends too early"),
        error => SoundError::malformed(FLAC, error),
    }
}
